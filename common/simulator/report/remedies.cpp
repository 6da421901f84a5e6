// Chosen by kind, then by variant and by what the parties of the finding have in common.
#include "simulator/report/remedies.hpp"

#include "simulator/report/bounds_advice.hpp"

namespace cusim::report {
namespace {

constexpr std::uint32_t warp_size = 32;

bool same_block(const Finding& f) {
    return f.other && !f.self.host && !f.other->host && f.self.block == f.other->block;
}

bool same_warp(const Settled& settled) {
    const Finding& finding = settled.recorded.finding;
    const Dim3& extent = settled.recorded.block;
    const auto warp = [&](const Dim3& thread) {
        return ((thread.z * extent.y + thread.y) * extent.x + thread.x) / warp_size;
    };
    return same_block(finding) && warp(finding.self.thread) == warp(finding.other->thread);
}

bool same_line(const Settled& settled) {
    return settled.other && !settled.self.file.empty() &&
           settled.self.file == settled.other->file && settled.self.line == settled.other->line;
}

// Threads of the same number in different blocks come to the same element, since the index knows
// nothing of the block.
bool block_forgotten(const Settled& settled) {
    const auto& [f, kernel, grid, block] = settled.recorded;
    if (!f.index || !f.other || f.self.host || f.other->host || f.self.block == f.other->block ||
        f.self.thread != f.other->thread || !same_line(settled))
        return false;
    const Dim3& thread = f.self.thread;
    const long in_block = (static_cast<long>(thread.z) * block.y + thread.y) * block.x + thread.x;
    return *f.index == in_block || *f.index == thread.x;
}

std::string forgotten_block(const Settled& settled) {
    const auto& [f, kernel, grid, block] = settled.recorded;
    const std::uint64_t blocks = std::uint64_t{grid.x} * grid.y * grid.z;
    if (f.count < blocks)
        return "The same thread of several blocks comes to the same element: give each block one "
               "of its own, with blockIdx in the index, or combine the blocks' values with an "
               "atomic such as atomicAdd.";
    return "The index depends on threadIdx alone, so every block comes to the same elements: "
           "blockIdx is missing, as in `blockIdx.x * blockDim.x + threadIdx.x`.";
}

std::string race(const Settled& settled) {
    const Finding& f = settled.recorded.finding;
    switch (f.variant) {
        case Variant::lost_update:
            return "Both threads read the element, change it and write it back, so one of the two "
                   "changes is lost: use atomicAdd() or another atomic, or let one thread own the "
                   "element.";
        case Variant::same_value:
            if (block_forgotten(settled))
                return "Both store the same value, so the outcome is the same in any order, but "
                       "it is still a race. " +
                       forgotten_block(settled);
            return "Both store the same value, so the outcome is the same in any order, but it is "
                   "still a race: let one thread store it.";
        case Variant::narrow_scope:
            return "The _block form of an atomic or a fence orders the threads of one block only: "
                   "use the form without _block.";
        case Variant::missing_fence:
            return "The flag or ticket may be seen before the data it announces: put "
                   "__threadfence() between the write of the data and the atomic.";
        case Variant::other_launch:
            return "The two kernels run in different streams and nothing orders them: launch them "
                   "in one stream, or let one wait for the other (cudaStreamWaitEvent).";
        default:
            break;
    }
    if (f.other && (f.self.op == Op::atomic) && (f.other->op == Op::atomic))
        return "Block-scope atomics of different blocks do not see each other: use the atomic "
               "without _block.";
    if (f.other && (f.self.op == Op::atomic) != (f.other->op == Op::atomic))
        return "An atomic protects nothing against an ordinary access: make both atomic, or put a "
               "barrier between them.";
    if (block_forgotten(settled)) return forgotten_block(settled);
    if (!same_block(f))
        return "Blocks run in any order and no barrier spans them: let each block have elements "
               "of its own, combine them with an atomic such as atomicAdd, or make two kernels of "
               "it.";
    if (same_line(settled))
        return "No __syncthreads() stands between the two: in a loop every turn needs one, and "
               "within "
               "a turn the guard must let no thread write what another reads.";
    if (same_warp(settled))
        return "The threads of a warp need not run in step: put __syncwarp() or __syncthreads() "
               "between the two.";
    return "No __syncthreads() stands between the two: put one there, where every thread of the "
           "block reaches it.";
}

std::string uninitialized(const Finding& f) {
    if (f.variant == Variant::half_written)
        return "Both halves of a pair must be stored before it is read or copied whole.";
    if (f.space == Space::shared)
        return "Shared memory holds rubbish when a block starts: every element must be stored, "
               "and a __syncthreads() passed, before it is read.";
    return "cudaMalloc does not clear memory: copy or cudaMemset all of it first, and count in "
           "bytes.";
}

std::string barrier(const Finding& f) {
    switch (f.variant) {
        case Variant::exited_threads:
            return "Threads that have returned do not hold up a barrier on devices of compute "
                   "capability 7.0 and later, but they do on older ones: let every thread reach "
                   "the barrier and guard the work instead.";
        case Variant::different_barriers:
            return "A barrier in a branch counts for the threads in that branch only: move it out "
                   "of the branch, so that all threads of the block wait at the same one.";
        case Variant::warp_barrier:
            return "Every lane named in the mask must reach the same warp operation: name only "
                   "the lanes that do.";
        case Variant::grid_barrier:
            return "grid.sync() waits for every thread of the grid: none may return or skip it.";
        default:
            return "__syncthreads() waits for every thread of the block: it may stand in a branch "
                   "or loop only if all of them take it equally often.";
    }
}

std::string synchronisation(const Finding& f) {
    if (f.self.host || (f.other && f.other->host))
        return "A launch returns before the kernel has run: wait for it with "
               "cudaDeviceSynchronize(), or for its stream or event, before the host touches the "
               "memory.";
    return "Let the later one wait for the earlier.";
}

}  // namespace

const char* plain_name(Kind kind) {
    switch (kind) {
        case Kind::race:
            return "race";
        case Kind::unsynchronized_access:
            return "access without synchronisation";
        case Kind::out_of_bounds:
            return "out of bounds";
        case Kind::misaligned:
            return "misaligned access";
        case Kind::use_after_free:
            return "use after free";
        case Kind::uninitialized_read:
            return "read of uninitialised memory";
        case Kind::barrier_divergence:
            return "barrier not reached by all threads";
        case Kind::deadlock:
            return "deadlock";
        case Kind::livelock:
            return "livelock";
        case Kind::stack_overflow:
            return "stack overflow";
        case Kind::host_pointer:
            return "host pointer used on the device";
        case Kind::device_pointer:
            return "device pointer used on the host";
        case Kind::bad_copy:
            return "wrong copy";
        case Kind::leak:
            return "memory never freed";
        case Kind::launch_error:
            return "launch refused";
        case Kind::order_dependence:
            return "result depends on the order of threads";
        case Kind::assertion:
            return "assertion failed";
        case Kind::unsupported:
            return "not supported by the simulator";
    }
    return "finding";
}

std::string remedy(const Settled& settled) {
    const Finding& f = settled.recorded.finding;
    switch (f.kind) {
        case Kind::race:
            return race(settled);
        case Kind::unsynchronized_access:
            return synchronisation(f);
        case Kind::out_of_bounds:
            return bounds_advice(settled);
        case Kind::misaligned:
            return "An access of 2, 4, 8 or 16 bytes needs an address that is a multiple of its "
                   "size: float4 at every fourth float only.";
        case Kind::use_after_free:
            return "Free memory after the last kernel that uses it, and forget the pointer then.";
        case Kind::uninitialized_read:
            return uninitialized(f);
        case Kind::barrier_divergence:
        case Kind::deadlock:
            return barrier(f);
        case Kind::livelock:
            if (f.variant == Variant::endless_loop)
                return "The loop's condition never becomes false: does every turn change what it "
                       "tests? A step may be 0, an unsigned counter is never below 0. If the loop "
                       "waits for another thread, what it reads must be volatile or atomic.";
            return "What the loop waits for never comes: the thread that should bring it cannot "
                   "run, or waits itself.";
        case Kind::stack_overflow:
            return "Local arrays and recursion share one small stack a thread: use shared or "
                   "global memory for large arrays.";
        case Kind::host_pointer:
            return "A kernel sees device memory only: allocate with cudaMalloc, copy with "
                   "cudaMemcpy, and pass that pointer.";
        case Kind::device_pointer:
            return "Host code cannot reach device memory: copy it to the host with cudaMemcpy "
                   "first.";
        case Kind::bad_copy:
            return "Check the direction, which of the two pointers is the device's, and the "
                   "number of bytes.";
        case Kind::leak:
            return "Every cudaMalloc needs its cudaFree, also on the way out after an "
                   "error.";
        case Kind::launch_error:
            return "Check the launch's block and grid size and shared memory against the device's "
                   "limits, and cudaGetLastError() after it.";
        case Kind::order_dependence:
            return "Another order of the threads gives another result: look for a sum, a counter "
                   "or a flag that several threads touch.";
        case Kind::assertion:
        case Kind::unsupported:
            return {};
    }
    return {};
}

}  // namespace cusim::report
