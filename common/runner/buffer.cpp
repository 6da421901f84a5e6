#include "runner/buffer.hpp"

#include <cuda_runtime.h>
#include <sys/mman.h>
#include <unistd.h>

#include <algorithm>
#include <cstring>
#include <string>

#include "runner/backend.hpp"
#include "runner/element.hpp"
#include "runner/fill.hpp"
#include "runner/protocol.hpp"

namespace runner {

namespace {

void check(cudaError_t error, const char* what) {
    if (error == cudaSuccess) return;
    throw StagingError(std::string(what) + ": " + cudaGetErrorString(error));
}

}  // namespace

DeviceBuffer::DeviceBuffer(std::span<const std::byte> contents, bool holds_nothing) {
    const std::size_t bytes = contents.size();
    check(cudaMalloc(&data_, std::max<std::size_t>(bytes, 1)), "device memory for an array");
    if (bytes == 0) return;
    check(cudaMemcpy(data_, contents.data(), bytes, cudaMemcpyHostToDevice), "copy of an array");
    if (!holds_nothing) return;
    std::uint32_t filling = 0;
    if (bytes >= sizeof filling) std::memcpy(&filling, contents.data(), sizeof filling);
    backend::forget_contents(data_, bytes, filling);
}

std::unique_ptr<DeviceBuffer> DeviceBuffer::poisoned(std::size_t bytes) {
    std::unique_ptr<DeviceBuffer> buffer(new DeviceBuffer);
    const std::size_t words = (bytes + sizeof poison_word - 1) / sizeof poison_word;
    check(cudaMalloc(&buffer->data_, std::max<std::size_t>(words, 1) * sizeof poison_word),
          "device memory for an array");
    fill_words(static_cast<std::uint32_t*>(buffer->data_), words, poison_word);
    check(cudaDeviceSynchronize(), "making an array");
    return buffer;
}

DeviceBuffer::DeviceBuffer(std::size_t reals, std::uint64_t stream) {
    check(cudaMalloc(&data_, std::max<std::size_t>(reals, 1) * sizeof(float)),
          "device memory for an array");
    fill_reals(static_cast<float*>(data_), reals, stream);
    check(cudaDeviceSynchronize(), "making an array");
}

// After a kernel's fatal error every call fails, which is harmless here.
DeviceBuffer::~DeviceBuffer() {
    cudaFree(data_);
}

bool DeviceBuffer::copy_to(std::span<std::byte> to) {
    return to.empty() ||
           cudaMemcpy(to.data(), data_, to.size(), cudaMemcpyDeviceToHost) == cudaSuccess;
}

HostBuffer::HostBuffer(const ArraySpec& array, std::span<const std::byte> contents)
    : bytes_(contents.size()) {
    const std::size_t page = static_cast<std::size_t>(sysconf(_SC_PAGESIZE));
    const std::size_t used = (bytes_ + page - 1) / page * page;
    pages_bytes_ = used + page;
    pages_ =
        mmap(nullptr, pages_bytes_, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (pages_ == MAP_FAILED) throw StagingError("no host memory for an array");
    data_ = static_cast<std::byte*>(pages_) + used - bytes_;
    std::memcpy(data_, contents.data(), bytes_);
    mprotect(static_cast<std::byte*>(pages_) + used, page, PROT_NONE);
    backend::name_host_array(data_, array.elements(), element_size(array.type), array.name);
}

HostBuffer::~HostBuffer() {
    backend::forget_host_array(data_);
    munmap(pages_, pages_bytes_);
}

bool HostBuffer::copy_to(std::span<std::byte> to) {
    std::memcpy(to.data(), data_, std::min(to.size(), bytes_));
    return true;
}

}  // namespace runner
