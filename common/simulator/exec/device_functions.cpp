// The functions that kernels call by CUDA's names: barriers, fences, warp operations, clocks, and
// the ways to end. Each forwards to the file that implements it.
#include <cooperative_groups.h>

#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <ctime>

#include "cusim/barriers.hpp"
#include "cusim/math.hpp"
#include "cusim/ptx.hpp"
#include "cusim/translated.hpp"
#include "cusim/warp.hpp"
#include "simulator/device/profile.hpp"
#include "simulator/exec/barrier.hpp"
#include "simulator/exec/warp_operation.hpp"
#include "simulator/memory/layout.hpp"
#include "simulator/memory/symbols.hpp"
#include "simulator/race/events.hpp"
#include "simulator/race/texture_access.hpp"
#include "simulator/report/recorder.hpp"

using namespace cusim::exec;
using cusim::detail::WarpOp;

namespace {

// nvcc refuses calls of device functions in host code; here such a call ends the program.
void require_kernel(const char* function) {
    if (current_thread) return;
    std::fprintf(stderr, "simulator: %s called from host code\n", function);
    std::abort();
}

int barrier(const char* file, int line, Combine combine, int predicate) {
    require_kernel("__syncthreads");
    return block_barrier({file, line}, combine, predicate);
}

void memory_fence(cusim::race::Scope scope) {
    if (!current_thread) return;
    cusim::race::fence(scope);
    current_grid->made_progress();
}

std::uint32_t vote(WarpOp op, unsigned int mask, int predicate, const char* file, int line) {
    require_kernel("a warp vote");
    return std::uint32_t(
        warp_operation({.op = op, .mask = mask, .value = predicate != 0}, {file, line}));
}

// The launch's step counter, as the value of a clock. A loop that waits until a time has passed
// would need as many steps as clocks. So if reads of the clock follow each other with nothing in
// between, more and more time passes between them. A later launch sees a later time: programs take
// seeds from clocks, and subtract one kernel's time from another's. A launch that is run again sees
// the same times again.
class WaitedClock {
  public:
    std::uint64_t at(std::uint64_t steps, std::uint64_t launch) {
        if (launch > newest_) {
            newest_ = launch;
            begin_ = latest_ + 1;
        }
        if (launch != launch_ || steps < last_) {
            launch_ = launch;
            last_ = looks_ = passed_ = 0;
        }
        const bool waits = steps - last_ <= steps_of_a_turn;
        looks_ = waits ? looks_ + 1 : 0;
        last_ = steps;
        if (looks_ > patience)
            passed_ += std::uint64_t{1} << std::min<std::uint64_t>((looks_ - patience) / 16, 20);
        const std::uint64_t now = begin_ + steps + passed_;
        latest_ = std::max(latest_, now);
        return now;
    }

  private:
    static constexpr std::uint64_t steps_of_a_turn = 4, patience = 1000;

    std::uint64_t launch_ = 0, last_ = 0, looks_ = 0, passed_ = 0;
    std::uint64_t newest_ = 0, begin_ = 0, latest_ = 0;
};

// Ends the launch in the running thread.
[[noreturn]] void stop(cusim::report::Finding finding, cusim::report::Site site,
                       cudaError_t error) {
    finding.self = party(*current_thread, cusim::report::Op::none);
    finding.self.site = site;
    current_grid->abort(error, std::move(finding));
}

}  // namespace

void __syncthreads(const char* file, int line) {
    barrier(file, line, Combine::none, 0);
}
int __syncthreads_count(int predicate, const char* file, int line) {
    return barrier(file, line, Combine::count, predicate);
}
int __syncthreads_and(int predicate, const char* file, int line) {
    return barrier(file, line, Combine::conjunction, predicate);
}
int __syncthreads_or(int predicate, const char* file, int line) {
    return barrier(file, line, Combine::disjunction, predicate);
}

void __threadfence_block() {
    memory_fence(cusim::race::Scope::block);
}
void __threadfence() {
    memory_fence(cusim::race::Scope::device);
}
void __threadfence_system() {
    memory_fence(cusim::race::Scope::system);
}

void cudaGridDependencySynchronize() {
    require_kernel("cudaGridDependencySynchronize");
    cusim::race::launch_is_followed();
}
// What the launch does after it is in no order with the launch behind it, and neither is what it
// does before.
void cudaTriggerProgrammaticLaunchCompletion() {
    require_kernel("cudaTriggerProgrammaticLaunchCompletion");
}

void __syncwarp(unsigned int mask, const char* file, int line) {
    require_kernel("__syncwarp");
    warp_operation({.op = WarpOp::sync, .mask = mask}, {file, line});
}
unsigned int __activemask(const char* file, int line) {
    require_kernel("__activemask");
    return active_mask({file, line});
}
unsigned int __ballot_sync(unsigned int mask, int predicate, const char* file, int line) {
    return vote(WarpOp::ballot, mask, predicate, file, line);
}
int __all_sync(unsigned int mask, int predicate, const char* file, int line) {
    return int(vote(WarpOp::all, mask, predicate, file, line));
}
int __any_sync(unsigned int mask, int predicate, const char* file, int line) {
    return int(vote(WarpOp::any, mask, predicate, file, line));
}

const void* cusim::detail::read_only(const void* address, unsigned size) {
    race::read_only_access(reinterpret_cast<memory::Address>(address), size,
                           __builtin_return_address(0));
    return address;
}

std::uint64_t cusim::detail::warp_exchange(WarpOp op, unsigned int mask, std::uint64_t value,
                                           int lane, int width, const char* file, int line) {
    require_kernel("a warp operation");
    return warp_operation({op, mask, value, lane, width}, {file, line});
}

void cusim::detail::grid_barrier(const char* file, int line) {
    require_kernel("grid.sync()");
    exec::grid_barrier({file, line});
}
void cusim::detail::grid_arrive(const char* file, int line) {
    require_kernel("grid.barrier_arrive()");
    arrive_at_grid({file, line});
}
void cusim::detail::grid_wait(const char* file, int line) {
    require_kernel("grid.barrier_wait()");
    await_grid({file, line});
}
bool cusim::detail::grid_is_cooperative() {
    return current_grid && current_grid->shape().cooperative;
}

// Sleeping makes no difference except for a thread that waits for others.
void __nanosleep(unsigned int) {
    if (current_thread) current_grid->yield(true);
}

long long clock64() {
    static WaitedClock clock;
    if (!current_grid) return 0;
    return (long long)clock.at(current_grid->steps(), cusim::report::launch_number());
}

// In place of the C library's, which a kernel would call otherwise.
clock_t clock() noexcept {
    if (current_thread) return clock64();
    timespec used;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &used);
    return used.tv_sec * CLOCKS_PER_SEC + used.tv_nsec / (1'000'000'000 / CLOCKS_PER_SEC);
}

void cusim::detail::runs_long() {
    exec::current_grid->takes_long();
}

bool cusim::detail::on_device() {
    return current_thread != nullptr;
}
unsigned long long cusim::detail::shared_window() {
    return cusim::memory::shared_arenas.base;
}
// How the hardware chooses is not documented. Neighbouring blocks get different multiprocessors, as
// on the hardware.
unsigned int cusim::detail::multiprocessor_of_this_block() {
    const unsigned int block = (blockIdx.z * gridDim.y + blockIdx.y) * gridDim.x + blockIdx.x;
    return block % multiprocessors();
}
unsigned int cusim::detail::multiprocessors() {
    return (unsigned int)cusim::device::profile().multiprocessors;
}
unsigned int cusim::detail::dynamic_shared_bytes() {
    return current_grid ? (unsigned int)current_grid->shape().dynamic_shared : 0;
}
size_t __cvta_generic_to_shared(const void* address) {
    return (size_t)address - cusim::memory::shared_arenas.base;
}
void* __cvta_shared_to_generic(size_t address) {
    return (void*)(cusim::memory::shared_arenas.base + address);
}
size_t __cvta_generic_to_global(const void* address) {
    return (size_t)address;
}
void* __cvta_global_to_generic(size_t address) {
    return (void*)address;
}
size_t __cvta_generic_to_local(const void* address) {
    return (size_t)address;
}
void* __cvta_local_to_generic(size_t address) {
    return (void*)address;
}
size_t __cvta_generic_to_constant(const void* address) {
    return (size_t)address;
}
void* __cvta_constant_to_generic(size_t address) {
    return (void*)address;
}

unsigned int __isShared(const void* address) {
    return cusim::memory::shared_arenas.contains(address);
}
unsigned int __isConstant(const void* address) {
    const cusim::memory::Variable* const variable = cusim::memory::find_symbol(address);
    return variable && variable->space == cusim::Space::constant;
}
unsigned int __isLocal(const void* address) {
    return cusim::memory::fiber_stacks.contains(address);
}
unsigned int __isGlobal(const void* address) {
    if (cusim::memory::device_heap.contains(address) ||
        cusim::memory::host_visible_heap.contains(address))
        return true;
    return cusim::memory::find_symbol(address) && !__isConstant(address);
}

void __trap() {
    require_kernel("__trap");
    cusim::report::Finding finding{.kind = cusim::report::FindingKind::assertion};
    finding.cause = "the kernel executes __trap()";
    stop(std::move(finding), {.pc = __builtin_return_address(0)}, cudaErrorLaunchFailure);
}

void __brkpt() {}

// assert() in a kernel ends the launch. In host code it ends the program, as usual.
extern "C" void __assert_fail(const char* expression, const char* file, unsigned int line,
                              const char* function) noexcept {
    if (!current_thread) {
        std::fprintf(stderr, "%s:%u: %s: Assertion `%s' failed.\n", file, line, function,
                     expression);
        std::abort();
    }
    cusim::report::Finding finding{.kind = cusim::report::FindingKind::assertion};
    finding.cause = std::string("assert(") + expression + ") does not hold";
    stop(std::move(finding), {.file = file, .line = int(line)}, cudaErrorAssert);
}
