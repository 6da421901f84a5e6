// The numbers of a thread from which an index is usually computed.
#pragma once

#include <vector>

#include "simulator/report/findings/settled.hpp"

namespace cusim::report {

struct ThreadNumber {
    long number;
    long count;  // how many threads have such a number
    const char* name;
    const char* those;
};

// The likeliest come first. An array whose size the compiler knows counts as local, but may still
// be in device memory.
std::vector<ThreadNumber> own_numbers(const Settled& settled);

}  // namespace cusim::report
