// Advice on memory of the other side: a kernel that comes to the host's, and a host that comes to
// the device's.
#pragma once

#include <string>

#include "simulator/report/findings/settled.hpp"

namespace cusim::report {

std::string host_pointer(const Settled& settled);
std::string device_pointer(const Settled& settled);

// Whether the line is `delete p;`, `delete[] p;` or `free(p);`, for a pointer variable.
bool gives_back(const Settled& settled);

}  // namespace cusim::report
