// Host memory that cudaHostRegister opened to kernels. Its addresses may be out of the shadow's
// reach, so a range in `registered_shadow` represents it in everything that is stored about memory.
#pragma once

#include <optional>

#include "simulator/memory/layout.hpp"

namespace cusim::memory {

// Returns false if a range with this base is registered already, or no place is left.
bool register_host(Region range);
// Returns false if no range with this base is registered.
bool unregister_host(Address base);

// The registered range that contains all of these bytes.
std::optional<Region> find_registered(Address address, std::size_t size);

// The address itself, or the one that this place in `registered_shadow` represents.
Address registered_address(Address place);

// The address itself, or the one in `registered_shadow` that represents it. Addresses up to a red
// zone beside a range are included.
Address shadow_place(Address address);

}  // namespace cusim::memory
