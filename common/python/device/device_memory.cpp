// Requests for memory: what is allocated, filled and copied.
#include <cstddef>
#include <cstdint>
#include <cstring>

#include "python/device/device.hpp"
#include "python/device/failure.hpp"
#include "simulator/simulator.hpp"

namespace python {

void Device::memory_info(const Message&, Message& answer) {
    std::size_t free = 0, total = 0;
    check(cudaMemGetInfo(&free, &total), "cuMemGetInfo");
    answer.head["free"] = free;
    answer.head["total"] = total;
}

void Device::allocate(const Message& request, Message& answer) {
    void* memory = nullptr;
    const auto bytes = field<std::uint64_t>(request, "bytes");
    if (bytes == 0) throw Failure{cudaErrorInvalidValue, "cuMemAlloc"};
    check(cudaMalloc(&memory, bytes), "cuMemAlloc");
    allocated_[static_cast<const std::byte*>(memory)] = bytes;
    sent_.allocated(address(memory), bytes);
    answer.head["pointer"] = address(memory);
}

void Device::release(const Message& request, Message&) {
    check(cudaFree(pointer(request, "pointer")), "cuMemFree");
    allocated_.erase(static_cast<const std::byte*>(pointer(request, "pointer")));
    progress_.waited_for_all();
}

// For elements of 1, 2 or 4 bytes; the runtime's function can only fill single bytes.
void Device::fill(const Message& request, Message&) {
    void* const to = device_pointer(request, "pointer", "cuMemsetD8");
    const auto width = field<std::size_t>(request, "width");
    const auto count = field<std::size_t>(request, "count");
    const auto value = field<std::uint32_t>(request, "value");
    const std::uint32_t repeated = (value & 0xff) * 0x01010101u;
    const std::uint32_t mask = width == 1 ? 0xff : width == 2 ? 0xffff : 0xffffffff;
    if ((width != 1 && width != 2 && width != 4) || count > SIZE_MAX / width)
        throw Failure{cudaErrorInvalidValue, "cuMemsetD8"};
    const char* const call = width == 1 ? "cuMemsetD8" : width == 2 ? "cuMemsetD16" : "cuMemsetD32";
    progress_.asked();
    if ((value & mask) == (repeated & mask)) {
        check(cudaMemset(to, int(value & 0xff), count * width), call);
        return;
    }
    if (count > most_body_bytes / width) throw Failure{cudaErrorInvalidValue, call};
    Bytes pattern(count * width);
    for (std::size_t i = 0; i < count; ++i) std::memcpy(&pattern[i * width], &value, width);
    check(cudaMemcpy(to, pattern.data(), pattern.size(), cudaMemcpyHostToDevice), call);
}

void Device::copy_in(const Message& request, Message&) {
    void* const to = device_pointer(request, "pointer", "cuMemcpyHtoD");
    check(cudaMemcpyAsync(to, request.body.data(), request.body.size(), cudaMemcpyHostToDevice,
                          stream(request)),
          "cuMemcpyHtoD");
    clock_.now();
    clock_.copied(request.body.size());
    progress_.asked();
    if (request.head.value("stream", 0) == 0) progress_.waited_for_all();
}

void Device::copy_out(const Message& request, Message& answer) {
    void* const from = device_pointer(request, "pointer", "cuMemcpyDtoH");
    const auto bytes = field<std::uint64_t>(request, "bytes");
    if (bytes > most_body_bytes) throw Failure{cudaErrorInvalidValue, "cuMemcpyDtoH"};
    answer.body.resize(bytes);
    // Python waits for the answer, so the copy must be complete, in whatever stream it is.
    check(cudaStreamSynchronize(stream(request)), "cuMemcpyDtoH");
    progress_.waited_for_all();
    check(cudaMemcpy(answer.body.data(), from, bytes, cudaMemcpyDeviceToHost), "cuMemcpyDtoH");
    const auto by_kernel = [from](std::size_t offset, std::size_t count) {
        return cusim::written_by_kernel(static_cast<const char*>(from) + offset, count);
    };
    pretence_.on_the_way_out(answer.body, by_kernel);
    provenance_.copied_out(answer.body, by_kernel);
    sent_.came_back(answer.body);
    clock_.now();
    clock_.copied(bytes);
}

void Device::copy_within(const Message& request, Message&) {
    void* const to = device_pointer(request, "to", "cuMemcpyDtoD");
    const void* const from = device_pointer(request, "from", "cuMemcpyDtoD");
    check(cudaMemcpyAsync(to, from, field<std::uint64_t>(request, "bytes"),
                          cudaMemcpyDeviceToDevice, stream(request)),
          "cuMemcpyDtoD");
    progress_.asked();
}

// A program in Python ends without freeing its arrays; its context frees them.
void Device::end(const Message&, Message&) {
    for (const auto& [memory, bytes] : allocated_) cudaFree(const_cast<std::byte*>(memory));
    allocated_.clear();
}

}  // namespace python
