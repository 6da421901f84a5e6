// The host's addresses of the device's functions. CUDA gives the host an address for one, through
// which neither side can call it. Here a function has one address for both sides, so the host gets
// one in a region that is never mapped.
#pragma once

#include <string>

#include "simulator/memory/layout.hpp"

namespace cusim::memory {

// The function's name if the address is one that the host has of it; otherwise empty.
std::string function_of_host(Address a);

}  // namespace cusim::memory
