// Memory of the host that cudaHostRegister opened to kernels. It may lie anywhere, so that the
// checker can keep no record of it, and only lets kernels in.
#pragma once

#include <optional>

#include "simulator/memory/layout.hpp"

namespace cusim::memory {

// False where a range with this base is registered already.
bool register_host(Region range);
// False where there is none with this base.
bool unregister_host(Address base);

// The registered range that holds all of these bytes.
std::optional<Region> find_registered(Address address, std::size_t size);

}  // namespace cusim::memory
