// Reports accesses that would end a launch on any device. They are reported at once and stop the
// kernel, except plain reads close to an array. Also reports stores to constant memory, whose
// effect is undefined.
#pragma once

#include <string>

#include "simulator/race/order/clocks.hpp"
#include "simulator/race/order/happens_before.hpp"
#include "simulator/race/shadow/access.hpp"
#include "simulator/report/findings/finding.hpp"
#include "simulator/trace/memory_objects.hpp"

namespace cusim::race {

// Returns only after a plain read close beside an array, which gets an arbitrary value: the launch
// goes on, so that its other errors are found. Since the thread's further actions may depend on
// that value, its further accesses out of bounds are not reported.
void report_bad_address(ThreadClock& me, const Access& access);
// Reports an access of running_thread to a local variable of a function that has returned.
[[noreturn]] void report_dead_variable(const Access& access);
// Reports a store to constant memory; the kernel goes on.
void report_constant_write(const Point& now, const Access& access,
                           const trace::MemoryObject& object);
// Reports an access of running_thread at an address that is not a multiple of `alignment`.
[[noreturn]] void report_misaligned(const report::Site& site, memory::Address a,
                                    std::size_t alignment, trace::Op op);
// Reports an index out of bounds for an array of known bound, whose type is `array`. The subscript
// ends at `column`. Returns in host code only.
void report_bad_index(const report::Site& site, long index, const std::string& array, int column);

// Reports a branch that a fenced program must not take (hooks/fence.hpp), by a thread or by the
// host. Ends the kernel or the program, since nothing is known about the code at the target.
[[noreturn]] void refuse_branch(const char* cause, const void* pc);

}  // namespace cusim::race
