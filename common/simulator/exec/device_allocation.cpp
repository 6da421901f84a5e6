// malloc, free, new and delete of translated code, whose calls simcc redirects here. In a kernel
// they allocate device memory, up to cudaLimitMallocHeapSize. In host code they call the C library.
#include <cstdlib>
#include <new>

#include "simulator/exec/grid.hpp"
#include "simulator/memory/device_memory.hpp"
#include "simulator/memory/heap.hpp"
#include "simulator/memory/host_blocks.hpp"
#include "simulator/memory/runtime_heap.hpp"
#include "simulator/race/events.hpp"
#include "simulator/race/findings/parties.hpp"
#include "simulator/race/host_access.hpp"
#include "simulator/report/recorder.hpp"

namespace {

using namespace cusim;

void* allocate_on_device(std::size_t size, const void* pc) {
    return memory::allocate_in_kernel(size == 0 ? 1 : size, pc);
}

void release_on_device(void* pointer, const void* pc) {
    const memory::Allocation* const found = memory::device().find(pointer);
    const bool is_hosts = found && !found->by_kernel;
    if (!pointer || (!is_hosts && memory::free_in_kernel(pointer, pc))) return;
    const bool freed = memory::device().was_freed(pointer);
    report::Finding finding{.kind = freed ? report::FindingKind::use_after_free
                                          : report::FindingKind::host_pointer};
    finding.self = party(*exec::current_thread, report::Op::free);
    finding.self.site = {.pc = pc, .file = nullptr, .line = 0};
    finding.cause = freed      ? "it has been freed before"
                    : is_hosts ? "the host has allocated it, by cudaMalloc"
                               : "it is not what malloc or new returned to a kernel";
    if (freed) race::describe_free(finding, pointer);
    exec::current_grid->abort(cudaErrorIllegalAddress, std::move(finding));
}

void* noted(void* block, std::size_t size) {
    memory::note_host_block(block, size);
    return block;
}

void* allocate(std::size_t size, const void* pc) {
    return exec::current_thread ? allocate_on_device(size, pc)
                                : noted(memory::program_new(size), size);
}
void release(void* pointer, const void* pc) {
    if (exec::current_thread) return release_on_device(pointer, pc);
    race::check_host_target(pointer, 1, pc);
    memory::forget_host_block(pointer);
    __cusim_program_delete(pointer);
}
void release_aligned(void* pointer, std::align_val_t alignment, const void* pc) {
    if (!exec::current_thread) race::check_host_target(pointer, 1, pc);
    ::operator delete(pointer, alignment);
}

}  // namespace

#define PC __builtin_return_address(0)
#define ANNOUNCED(name) __announced_##name

extern "C" {

void* __cusim_malloc(std::size_t size) {
    return exec::current_thread ? allocate_on_device(size, PC)
                                : noted(memory::program_malloc(size), size);
}
void* ANNOUNCED(calloc)(std::size_t count, std::size_t size) {
    return noted(std::calloc(count, size), count * size);
}
void __cusim_free(void* pointer) {
    if (exec::current_thread) return release_on_device(pointer, PC);
    race::check_host_target(pointer, 1, PC);
    memory::forget_host_block(pointer);
    memory::program_free(pointer);
}

// The aligned forms need nothing else: device memory is always aligned to 256 bytes, and host code
// calls them by their own names.
void* ANNOUNCED(_Znwm)(std::size_t size) {
    return allocate(size, PC);
}
void* ANNOUNCED(_Znam)(std::size_t size) {
    return allocate(size, PC);
}
void ANNOUNCED(_ZdlPv)(void* pointer) {
    release(pointer, PC);
}
void ANNOUNCED(_ZdaPv)(void* pointer) {
    release(pointer, PC);
}
void ANNOUNCED(_ZdlPvm)(void* pointer, std::size_t) {
    release(pointer, PC);
}
void ANNOUNCED(_ZdaPvm)(void* pointer, std::size_t) {
    release(pointer, PC);
}
void ANNOUNCED(_ZdlPvSt11align_val_t)(void* pointer, std::align_val_t alignment) {
    release_aligned(pointer, alignment, PC);
}
void ANNOUNCED(_ZdaPvSt11align_val_t)(void* pointer, std::align_val_t alignment) {
    release_aligned(pointer, alignment, PC);
}
void ANNOUNCED(_ZdlPvmSt11align_val_t)(void* pointer, std::size_t, std::align_val_t alignment) {
    release_aligned(pointer, alignment, PC);
}
void ANNOUNCED(_ZdaPvmSt11align_val_t)(void* pointer, std::size_t, std::align_val_t alignment) {
    release_aligned(pointer, alignment, PC);
}
void* ANNOUNCED(realloc)(void* pointer, std::size_t size) {
    race::check_host_target(pointer, pointer ? 1 : 0, PC);
    memory::forget_host_block(pointer);
    return noted(std::realloc(pointer, size), size);
}
}
