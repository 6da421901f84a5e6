// The values of cudaDeviceGetAttribute.
#pragma once

#include <optional>

#include "cusim/runtime_api.hpp"

namespace cusim::api {

/// The attribute of a device with these properties; nullopt for an unknown attribute.
std::optional<int> attribute_of(const cudaDeviceProp& device, cudaDeviceAttr which);

}  // namespace cusim::api
