// Device memory and texture objects that the program never freed: reported when it ends, or by the
// runner when the student's function has returned.
#pragma once

#include <set>

#include "simulator/memory/layout.hpp"

namespace cusim::api {

// The bases of all live allocations, and the handles of texture objects, which are small numbers
// that no base can be.
using LiveMemory = std::set<memory::Address>;
LiveMemory live_memory();

// Reports, once, what is live now and was not in `before`. Reports nothing after a kernel has
// failed, since nothing can be freed on a lost device. A leak is an error in a function that is
// graded, and a warning at the end of a program (which frees the device's memory).
void report_leaks_since(const LiveMemory& before);
void report_leaks();
// From here on, report_leaks() does nothing.
void leave_leaks_to_caller();

}  // namespace cusim::api
