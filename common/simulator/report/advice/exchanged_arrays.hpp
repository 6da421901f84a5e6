// For a read of an array in which nothing has been stored: another array of the same size holds
// what the host has copied there, and the kernel only stores to it.
#pragma once

#include <string>

#include "simulator/report/findings/settled.hpp"

namespace cusim::report {

// A complete question with a blank before it, or empty.
std::string exchanged_arrays(const Settled& settled);

}  // namespace cusim::report
