// The full check of one access of device code: bounds and alignment, then the shadow
// (shadow_check.hpp). The hooks' fast path (quick_check.hpp) calls it for everything that it cannot
// decide. These functions may report findings, and do not return after a fatal one.
#pragma once

#include "simulator/race/events.hpp"
#include "simulator/race/fatal.hpp"
#include "simulator/race/order/happens_before.hpp"
#include "simulator/race/shadow/access.hpp"
#include "simulator/trace/memory_objects.hpp"
#include "simulator/trace/sites.hpp"

namespace cusim::race {

// Checks an access of running_thread in device code, and records it for the counters.
void check_thread_access(Access access);
// The same for an access of an asynchronous copy that running_thread began. `copier` is the copy's
// position in the happens-before order.
void check_copy_access(Access access, const Point& copier);

// The address where the frame of the current function begins. Everything that its callers use of
// the stack lies above.
#define CUSIM_STACK_IN_USE() reinterpret_cast<::cusim::memory::Address>(__builtin_dwarf_cfa())

// Checks an access of running_thread to its own stack, in which no object below `in_use` is alive.
inline void own_stack(const Access& access, memory::Address in_use) {
    if (access.address < in_use) [[unlikely]]
        report_dead_variable(access);
}

}  // namespace cusim::race
