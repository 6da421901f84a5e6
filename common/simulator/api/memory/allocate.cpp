// cudaMalloc and the other allocations, and queries about pointers.
#include "simulator/api/memory/allocate.hpp"

#include <algorithm>
#include <string>
#include <utility>

#include "cuda.h"
#include "cusim/runtime_api.hpp"
#include "cusim/translated.hpp"
#include "simulator/api/calls/location.hpp"
#include "simulator/api/calls/status.hpp"
#include "simulator/api/calls/stream.hpp"
#include "simulator/api/memory/copy.hpp"
#include "simulator/api/streams/capture.hpp"
#include "simulator/api/streams/device_launch.hpp"
#include "simulator/memory/device_memory.hpp"
#include "simulator/memory/registered.hpp"
#include "simulator/memory/symbols.hpp"
#include "simulator/race/events.hpp"
#include "simulator/race/findings/parties.hpp"
#include "simulator/race/host_access.hpp"
#include "simulator/race/texture_access.hpp"
#include "simulator/report/recorder.hpp"

using namespace cusim;
using memory::MemoryKind;

namespace {

// Rows of cudaMallocPitch begin at a multiple of this.
constexpr std::size_t pitch_unit = 512;

// The caller wants the new pointer stored in device memory, usually in a struct there. CUDA ends
// the program here.
cudaError_t tell_of_result(const void* pointer, const void* pc, const char* name) {
    report::Finding finding{.kind = report::FindingKind::device_pointer};
    finding.self.host = true;
    finding.self.op = report::Op::write;
    finding.self.site.pc = pc;
    race::describe_allocated(finding, pointer, sizeof pointer);
    finding.cause = std::string(name) + " stores the new pointer there, which is the device's";
    report::emit(std::move(finding));
    return cudaErrorInvalidValue;
}

// For `cudaMalloc((void**)data, …)`, which should have been `&data`.
cudaError_t tell_of_no_place(const void* pc, const char* name) {
    report::Finding finding{.kind = report::FindingKind::device_pointer};
    finding.self.host = true;
    finding.self.op = report::Op::write;
    finding.self.site.pc = pc;
    finding.variant = report::Variant::null_pointer;
    finding.cause = std::string(name) + " is to store the new pointer there, and is given null";
    report::emit(std::move(finding));
    return cudaErrorInvalidValue;
}

// Memory that a graph needs must be there before: it would not be allocated at each launch.
cudaError_t check_captures(const char* name, const void* pc) {
    return api::check_unseen({name, {.pc = pc}},
                             "a stream captures, and a graph would not repeat the allocation",
                             "Allocate before the capture");
}

// `name`: the API function; by default, the caller's own name.
cudaError_t allocate(memory::Heap& heap, MemoryKind kind, void** pointer, std::size_t size,
                     const void* pc, const char* name = __builtin_FUNCTION(),
                     bool in_stream = false) {
    const auto action = [&] {
        const cudaError_t error = in_stream ? cudaSuccess : check_captures(name, pc);
        if (error != cudaSuccess) return error;
        if (!pointer) return tell_of_no_place(pc, name);
        if (!api::locate(pointer).host_may_use()) return tell_of_result(pointer, pc, name);
        race::check_host_target(pointer, sizeof *pointer, pc);
        *pointer = nullptr;
        if (size == 0) return cudaSuccess;
        *pointer = heap.allocate(size, kind, pc);
        if (*pointer) return cudaSuccess;
        report::allocation_is_refused(
            {.site = {.pc = pc}, .function = name, .bytes = size, .room = heap.region().size});
        return cudaErrorMemoryAllocation;
    };
    return api::call(action, cudaErrorMemoryAllocation, name);
}

// `pointer`: what is freed, if it has been freed before.
cudaError_t tell(report::FindingKind kind, const void* pc, const char* cause,
                 const void* pointer = nullptr, report::Variant variant = report::Variant::none) {
    report::Finding finding{.kind = kind, .variant = variant};
    finding.self.host = true;
    finding.self.op = report::Op::free;
    finding.self.site.pc = pc;
    finding.cause = cause;
    if (pointer) race::describe_free(finding, pointer);
    report::emit(std::move(finding));
    return cudaErrorInvalidValue;
}

// `pinned`: the called function frees page-locked host memory. Otherwise it frees device memory,
// including managed memory.
cudaError_t release(void* pointer, bool pinned, const void* pc) {
    return api::call_to_free([&] {
        if (!pointer) return cudaSuccess;
        const api::Location location = api::locate(pointer);
        if (location.freed)
            return tell(report::FindingKind::use_after_free, pc, "it has been freed before",
                        pointer);
        memory::Heap& heap =
            location.side == api::Side::device ? memory::device() : memory::host_visible();
        const memory::Allocation* const found = heap.find(pointer);
        if (found && (found->kind == MemoryKind::pinned) != pinned)
            return pinned ? tell(report::FindingKind::device_pointer, pc,
                                 "cudaFreeHost is given memory of the device")
                          : tell(report::FindingKind::host_pointer, pc,
                                 "cudaFree is given memory of cudaMallocHost");
        if (found && found->by_kernel)
            return tell(report::FindingKind::bad_copy, pc,
                        "a kernel has allocated it, and only a kernel can free it", nullptr,
                        report::Variant::kernel_allocation);
        if (heap.free(pointer, pc)) return cudaSuccess;
        if (location.side == api::Side::host)
            return tell(report::FindingKind::host_pointer, pc, "it was not allocated by CUDA");
        return tell(report::FindingKind::bad_copy, pc,
                    "it does not point to the start of an allocation");
    });
}

// Memory nodes of graphs, which allocate and free memory each time the graph runs, are not
// supported.
cudaError_t refuse_in_graph(const void* pc) {
    return api::call([pc] {
        report::Finding finding{.kind = report::FindingKind::unsupported};
        finding.self = {.site = {.pc = pc}, .host = true};
        finding.cause =
            "the simulator's graphs do not allocate and free memory: do it before the "
            "capture and behind it";
        report::emit(std::move(finding));
        return cudaErrorStreamCaptureUnsupported;
    });
}

// If the product overflows, returns a size that no memory has.
std::size_t volume(std::size_t row, std::size_t height, std::size_t depth) {
    std::size_t product = 0;
    const bool overflows = __builtin_mul_overflow(row, height, &product) ||
                           __builtin_mul_overflow(product, depth, &product);
    return overflows ? ~std::size_t{0} : product;
}

std::size_t row_of(std::size_t width) {
    if (width > ~std::size_t{0} - pitch_unit) return width;
    return (width + pitch_unit - 1) / pitch_unit * pitch_unit;
}

}  // namespace

cudaError_t cudaMalloc(void** pointer, size_t size) {
    if (detail::on_device()) {
        const void* const pc = __builtin_return_address(0);
        void* const memory = memory::allocate_in_kernel(std::max<size_t>(size, 1), pc);
        return memory ? api::put_on_device(pointer, memory, pc) : cudaErrorMemoryAllocation;
    }
    return allocate(memory::device(), MemoryKind::device, pointer, size,
                    __builtin_return_address(0));
}

cudaError_t cusim::api::allocate_in_stream(void** pointer, std::size_t size, cudaStream_t stream,
                                           const void* pc) {
    if (api::is_capturing(stream)) return refuse_in_graph(pc);
    if (!api::is_stream(stream)) return api::call([] { return cudaErrorInvalidResourceHandle; });
    const cudaError_t error =
        allocate(memory::device(), MemoryKind::device, pointer, size, pc, "cudaMallocAsync", true);
    if (error == cudaSuccess && *pointer)
        race::allocated_in_stream(*pointer, api::stream_id(stream), pc);
    return error;
}

cudaError_t cudaMallocAsync(void** pointer, size_t size, cudaStream_t stream) {
    return api::allocate_in_stream(pointer, size, stream, __builtin_return_address(0));
}

cudaError_t cudaMallocPitch(void** pointer, size_t* pitch, size_t width, size_t height) {
    if (!pitch) return api::call([] { return cudaErrorInvalidValue; });
    const std::size_t row = row_of(width);
    const cudaError_t error = allocate(memory::device(), MemoryKind::device, pointer,
                                       volume(row, height, 1), __builtin_return_address(0));
    return error == cudaSuccess ? api::put(pitch, row) : error;
}

cudaError_t cudaMalloc3D(cudaPitchedPtr* pointer, cudaExtent extent) {
    if (!pointer) return api::call([] { return cudaErrorInvalidValue; });
    const std::size_t row = row_of(extent.width);
    void* base = nullptr;
    const cudaError_t error =
        allocate(memory::device(), MemoryKind::device, &base,
                 volume(row, extent.height, extent.depth), __builtin_return_address(0));
    if (error != cudaSuccess) return error;
    return api::put(pointer, cudaPitchedPtr{base, row, extent.width, extent.height});
}

cudaError_t cudaFree(void* pointer) {
    if (detail::on_device())
        return !pointer || memory::free_in_kernel(pointer, __builtin_return_address(0))
                   ? cudaSuccess
                   : cudaErrorInvalidValue;
    api::finish_all();
    if (pointer) race::note_waiting_free();
    return release(pointer, false, __builtin_return_address(0));
}

cudaError_t cudaFreeAsync(void* pointer, cudaStream_t stream) {
    if (api::is_capturing(stream)) return refuse_in_graph(__builtin_return_address(0));
    if (!api::is_stream(stream)) return api::call([] { return cudaErrorInvalidResourceHandle; });
    const void* const pc = __builtin_return_address(0);
    return api::do_in_turn(stream, [=](cudaStream_t in) {
        if (memory::device().find(pointer)) race::frees_in_stream(pointer, api::stream_id(in), pc);
        return release(pointer, false, pc);
    });
}

cudaError_t cudaMallocHost(void** pointer, size_t size, unsigned int) {
    return allocate(memory::host_visible(), MemoryKind::pinned, pointer, size,
                    __builtin_return_address(0));
}

cudaError_t cudaHostAlloc(void** pointer, size_t size, unsigned int) {
    return allocate(memory::host_visible(), MemoryKind::pinned, pointer, size,
                    __builtin_return_address(0));
}

cudaError_t cudaFreeHost(void* pointer) {
    api::finish_all();
    return release(pointer, true, __builtin_return_address(0));
}

cudaError_t cudaMallocManaged(void** pointer, size_t size, unsigned int flags) {
    if (flags != cudaMemAttachGlobal && flags != cudaMemAttachHost)
        return api::call([] { return cudaErrorInvalidValue; });
    return allocate(memory::host_visible(), MemoryKind::managed, pointer, size,
                    __builtin_return_address(0));
}

namespace {

const void* place_of(memory::Address registered) {
    return reinterpret_cast<const void*>(memory::shadow_place(registered));
}

}  // namespace

cudaError_t cudaHostRegister(void* pointer, size_t size, unsigned int) {
    return api::call([&] {
        if (!pointer || size == 0) return cudaErrorInvalidValue;
        race::check_host_target(pointer, size);  // kernels may store there from now on
        const auto base = reinterpret_cast<memory::Address>(pointer);
        if (!memory::register_host({base, size})) return cudaErrorHostMemoryAlreadyRegistered;
        race::allocated(place_of(base), size, MemoryKind::pinned, nullptr);
        return cudaSuccess;
    });
}

cudaError_t cudaHostUnregister(void* pointer) {
    const void* const pc = __builtin_return_address(0);
    return api::call_to_free([&] {
        api::finish_all();
        const auto base = reinterpret_cast<memory::Address>(pointer);
        const void* const place = place_of(base);
        const auto range = memory::find_registered(base, 1);
        if (range) race::host_gives_back(place, range->size, pc);
        if (range && race::touched_by_kernel(place, range->size)) api::note_given_back();
        if (!memory::unregister_host(base)) return cudaErrorHostMemoryNotRegistered;
        race::freed(place, pc);
        return cudaSuccess;
    });
}

cudaError_t cudaHostGetDevicePointer(void** device, void* host, unsigned int) {
    return api::call([&] {
        if (api::locate(host).side != api::Side::both) return cudaErrorInvalidValue;
        return api::put(device, host);
    });
}

// The flags of an allocation are not kept: all memory is mapped and portable here.
cudaError_t cudaHostGetFlags(unsigned int* flags, void* host) {
    return api::call([&] {
        const memory::Allocation* const found = memory::host_visible().find(host);
        if (!found || found->kind != MemoryKind::pinned) return cudaErrorInvalidValue;
        return api::put(flags, cudaHostAllocMapped | cudaHostAllocPortable);
    });
}

cudaError_t cudaMemGetInfo(size_t* free, size_t* total) {
    return api::call([&] {
        const cudaError_t error = api::put(free, memory::device().bytes_free());
        if (error != cudaSuccess) return error;
        return api::put(total, memory::device().region().size);
    });
}

cudaError_t cudaPointerGetAttributes(cudaPointerAttributes* attributes, const void* pointer) {
    return api::call([&] {
        if (!attributes) return cudaErrorInvalidValue;
        race::check_host_target(attributes, sizeof *attributes);
        void* const address = const_cast<void*>(pointer);
        const api::Location location = api::locate(pointer);
        *attributes = {cudaMemoryTypeUnregistered, cudaInvalidDeviceId, nullptr, address};
        if (location.side == api::Side::device)
            *attributes = {cudaMemoryTypeDevice, 0, address, nullptr};
        if (location.side == api::Side::both) {
            const memory::Allocation* const found = memory::host_visible().find(pointer);
            const bool managed = found ? found->kind == MemoryKind::managed
                                       : memory::find_symbol(pointer) != nullptr;
            *attributes = {managed ? cudaMemoryTypeManaged : cudaMemoryTypeHost, 0, address,
                           address};
        }
        return cudaSuccess;
    });
}

cudaError_t cusim::detail::address_range(const void* pointer, CUdeviceptr* base, size_t* size) {
    return api::call([&] {
        const api::Location location = api::locate(pointer);
        if (!location.device_may_use() || !location.object || location.freed)
            return cudaErrorInvalidValue;
        if (base) *base = location.object->base;
        if (size) *size = location.object->size;
        return cudaSuccess;
    });
}

// Memory never moves here. The calls are accepted if CUDA would accept them.
namespace {

cudaError_t advise(const void* pointer) {
    return api::call([&] {
        return api::locate(pointer).side == api::Side::both ? cudaSuccess : cudaErrorInvalidValue;
    });
}

}  // namespace

cudaError_t cudaMemPrefetchAsync(const void* pointer, size_t, int, cudaStream_t) {
    return advise(pointer);
}
cudaError_t cudaMemPrefetchAsync(const void* pointer, size_t, cudaMemLocation, unsigned int,
                                 cudaStream_t) {
    return advise(pointer);
}
cudaError_t cudaMemAdvise(const void* pointer, size_t, cudaMemoryAdvise, int) {
    return advise(pointer);
}
cudaError_t cudaMemAdvise(const void* pointer, size_t, cudaMemoryAdvise, cudaMemLocation) {
    return advise(pointer);
}
