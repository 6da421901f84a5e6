// The budget of the running thread, in steps: one for each basic block, counted by the hook that
// the compiler puts there, and several for an atomic. It bounds time slices, finds threads that
// never end, and, since the hook also knows the stack pointer, stacks that overflow.
#pragma once

#include <cstdint>

#include "cusim/driver_types.hpp"

namespace cusim::exec {

// Lanes of a warp take turns of one slice: short enough that what one of them touched is still in
// the cache when its neighbours come to it. SIM_TIME_SLICE says another, for tests of what must not
// be interrupted.
extern const std::uint64_t time_slice;
// After this many steps, others than its warp may have to go first.
constexpr std::uint64_t long_slice = 1 << 20;

// How many steps a warp may run, and none of its lanes ends or comes to a barrier, before its loop
// is reported as endless: the millions that SIM_STEP_LIMIT says, or 100. Warps that poll take
// turns, so that each would reach its own limit late: the threads of a grid together may run twice
// as many.
std::uint64_t step_limit();
void set_step_limit(std::uint64_t steps);
// How many all threads of a launch together may run, whatever becomes of them; no limit, unless it
// is a trial.
void limit_launch(std::uint64_t steps);
std::uint64_t launch_limit();

// Set by the scheduler at every switch of thread; without effect in host code.
extern std::uint64_t steps_left;
extern std::uintptr_t stack_limit;

// The budget or the stack is used up. May run other threads before it returns, or never return
// (progress.cpp).
void out_of_budget(const void* pc, std::uintptr_t stack_pointer);

// Called from the hook at the head of every basic block.
inline void step(const void* pc) {
    const auto stack_pointer = reinterpret_cast<std::uintptr_t>(__builtin_frame_address(0));
    if (--steps_left == 0 || stack_pointer < stack_limit) [[unlikely]]
        out_of_budget(pc, stack_pointer);
}

}  // namespace cusim::exec
