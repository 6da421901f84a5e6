#include "simulator/report/advice/variant_advice.hpp"

namespace cusim::report {

std::string variant_advice(Variant variant) {
    switch (variant) {
        case Variant::narrow_scope:
            return "The _block form of an atomic or a fence, and cuda::thread_scope_block, order "
                   "the threads of one block only: use the form without _block, or "
                   "cuda::thread_scope_device.";
        case Variant::missing_acquire:
            return "The flag, lock or ticket that makes this safe was read, but nothing keeps this "
                   "access behind that read: put __threadfence() between the two.";
        case Variant::relaxed_read:
            return "The atomic that says so was read with memory_order_relaxed, which lets this "
                   "access come first: read it with cuda::memory_order_acquire.";
        case Variant::stale_texture:
            return "A texture fetch may miss what the same launch wrote, even behind a barrier: "
                   "read the memory itself, or let an earlier launch write it.";
        case Variant::stale_load:
            return "__ldg() reads through a cache that is not coherent with what the same launch "
                   "writes, even behind a barrier: read the memory plainly, or let an earlier "
                   "launch write it.";
        case Variant::child_launch:
            return "A kernel goes on beside the grids and copies that it launches, and nothing "
                   "lets it wait for them: let it do before the launch what they need, and do what "
                   "needs their results in a launch into cudaStreamTailLaunch, or in one by the "
                   "host.";
        case Variant::overlapped_launch:
            return "The launch has cudaLaunchAttributeProgrammaticStreamSerialization, so it may "
                   "begin before the one before it has ended, and see none of what that one has "
                   "written: call cudaGridDependencySynchronize() in every thread first.";
        case Variant::mixed_sizes:
            return "Atomics of different sizes on the same bytes are not atomic to each other: "
                   "use one size for all of them, or give each part a word of its own.";
        case Variant::check_then_act:
            return "What is read decides alone whether the atomic changes it, and until the atomic "
                   "comes other threads may have changed it: let the atomic decide itself, as "
                   "atomicMin() and atomicMax() do, or look at what it returns, as in a loop of "
                   "atomicCAS().";
        case Variant::guard:
        case Variant::lone_guard:
            return "The read only decides whether to come to the atomic. It may see an old value, "
                   "which does no harm as long as the atomic's own result decides; but the "
                   "compiler may reuse or repeat a plain read: make it an atomic or volatile read.";
        case Variant::guess:
            return "The read only guesses what the compare-and-swap will find, which stores "
                   "nothing where the guess is old; but the compiler may reuse or repeat a plain "
                   "read: make it an atomic or volatile read.";
        case Variant::pool_allocation:
            return "Memory of cudaMallocAsync is there once its stream has come to that call: use "
                   "it in the same stream, or let the other wait for an event that is recorded "
                   "behind the call (cudaStreamWaitEvent).";
        default:
            return {};
    }
}

}  // namespace cusim::report
