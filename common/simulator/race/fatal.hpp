// Accesses that no device would survive: they are reported at once and stop the kernel, but for
// reads close beside an array. And stores
// to constant memory, which do nothing that a program could count on.
#pragma once

#include <string>

#include "simulator/race/access.hpp"
#include "simulator/race/clocks.hpp"
#include "simulator/race/happens_before.hpp"
#include "simulator/report/finding.hpp"
#include "simulator/trace/memory_objects.hpp"

namespace cusim::race {

// Literals, tables and vtables of the program: kernels may read them.
bool is_constant_data(memory::Address a, std::size_t size);

// Returns for a plain read right beside an array, which finds garbage there: what else is wrong
// with the launch shall be found as well. But what the thread does from then on may come of the
// garbage, and its further accesses out of bounds are not told of.
void report_bad_address(ThreadClock& me, const Access& access);
// By running_thread, to a local variable of a function that has returned.
[[noreturn]] void report_dead_variable(const Access& access);
// Does not stop the kernel.
void report_constant_write(const Point& now, const Access& access,
                           const trace::MemoryObject& object);
// By running_thread, at an address that is no multiple of `alignment`.
[[noreturn]] void report_misaligned(const report::Site& site, memory::Address a,
                                    std::size_t alignment, trace::Op op);
// An array with a known bound, of the type `array`, indexed outside it by the subscript that ends
// at `column`. Returns in host code only.
void report_bad_index(const report::Site& site, long index, const std::string& array, int column);

// A branch that a fenced program must not take (hooks/fence.hpp), by a thread or by the host: where
// its code would go nobody knows. Ends the kernel, or the program.
[[noreturn]] void refuse_branch(const char* cause, const void* pc);

}  // namespace cusim::race
