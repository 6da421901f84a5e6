// Memory of the host that cudaHostRegister opened to kernels. It may lie anywhere, out of the
// shadow's reach: a place in `registered_shadow` stands for it in all that is kept of memory.
#pragma once

#include <optional>

#include "simulator/memory/layout.hpp"

namespace cusim::memory {

// False where a range with this base is registered already, or there is no place left.
bool register_host(Region range);
// False where there is none with this base.
bool unregister_host(Address base);

// The registered range that holds all of these bytes.
std::optional<Region> find_registered(Address address, std::size_t size);

// The address itself, or the one that stands for it in `registered_shadow`; so, too, up to a red
// zone beside a range.
Address shadow_place(Address address);

}  // namespace cusim::memory
