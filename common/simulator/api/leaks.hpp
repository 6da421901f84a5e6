// Device memory and texture objects that the program never gave back: reported when it ends, or by
// the runner when the student's function has returned.
#pragma once

#include <set>

#include "simulator/memory/layout.hpp"

namespace cusim::api {

// The bases of all live allocations, and the handles of texture objects: small numbers, which no
// base is.
using LiveMemory = std::set<memory::Address>;
LiveMemory live_memory();

// Reports what is live and was not before, once each. Nothing where a kernel was lost: on
// a lost device nothing can be freed. Of a function that is graded it is an error, of a program
// that ends (the device's memory with it) a warning.
void report_leaks_since(const LiveMemory& before);
void report_leaks();

}  // namespace cusim::api
