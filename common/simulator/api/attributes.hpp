// What cudaDeviceGetAttribute answers.
#pragma once

#include <optional>

#include "cusim/runtime_api.hpp"

namespace cusim::api {

/// Of the device with these properties; none for a number that is no attribute.
std::optional<int> attribute_of(const cudaDeviceProp& device, cudaDeviceAttr which);

}  // namespace cusim::api
