// Whether the device would take a launch, and if not, the error it returns and the reason in words.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "simulator/api/kernel.hpp"

namespace cusim::api {

struct LaunchRequest {
    dim3 grid, block;
    std::size_t dynamic_shared = 0;
    bool cooperative = false;
    std::optional<dim3> cluster = {};  // else as __cluster_dims__ says, or of one block
};

struct Refusal {
    cudaError_t error = cudaSuccess;
    std::string cause = {};
};

std::uint64_t volume(const dim3& size);

Refusal check_shape(const LaunchRequest& launch, const Kernel& kernel,
                    const device::Profile& device);

// The blocks of one cluster of this launch.
dim3 cluster_of(const LaunchRequest& launch, const Kernel& kernel);
Refusal check_cluster(const LaunchRequest& launch, const Kernel& kernel,
                      const device::Profile& device);

// Blocks of this launch that the device holds at a time. The shape has been checked.
std::uint64_t resident_limit(const LaunchRequest& launch, const Kernel& kernel,
                             const device::Profile& device);

Refusal check_resources(const LaunchRequest& launch, const Kernel& kernel,
                        const device::Profile& device, std::uint64_t resident_limit);

}  // namespace cusim::api
