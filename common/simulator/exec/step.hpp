// The step budget of the running thread. A step is a basic block, counted by the hook that the
// compiler inserts there; an atomic counts as several. The budget limits time slices and finds
// threads that never end. Since the hook also knows the stack pointer, it finds stack overflows.
#pragma once

#include <cstdint>

#include "cusim/driver_types.hpp"

namespace cusim::exec {

// The time slice in steps. Lanes of a warp take turns of one slice. It is short enough that what
// one lane touched is still in the cache when its neighbours need it. SIM_TIME_SLICE changes it,
// for tests of code that must not be interrupted.
extern const std::uint64_t time_slice;
// After so many steps of a thread, threads outside its warp may run first.
constexpr std::uint64_t long_slice = 1 << 20;

// How many steps a warp may run without one of its lanes exiting or arriving at a barrier, before
// its loop is reported as endless: SIM_STEP_LIMIT millions, by default 100. If several warps poll
// in turn, each would reach this limit late, so all threads of the grid together may run twice as
// many.
std::uint64_t step_limit();
void set_step_limit(std::uint64_t steps);
// Limits the steps of all threads of the launch together. There is no limit unless the launch is a
// trial.
void limit_launch(std::uint64_t steps);
std::uint64_t launch_limit();

// Set by the scheduler at every switch of threads. No effect in host code.
extern std::uint64_t steps_left;
extern std::uintptr_t stack_limit;

// The budget or the stack is used up. May run other threads before it returns, or never return
// (progress.cpp).
void out_of_budget(const void* pc, std::uintptr_t stack_pointer);

// Called by the hook at the beginning of every basic block.
inline void step(const void* pc) {
    const auto stack_pointer = reinterpret_cast<std::uintptr_t>(__builtin_frame_address(0));
    if (--steps_left == 0 || stack_pointer < stack_limit) [[unlikely]]
        out_of_budget(pc, stack_pointer);
}

}  // namespace cusim::exec
