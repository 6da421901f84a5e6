// Checks whether a device would accept a launch. If not, gives the error that it returns, and the
// reason in words.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "simulator/api/kernel.hpp"
#include "simulator/report/findings/finding.hpp"

namespace cusim::api {

struct LaunchRequest {
    dim3 grid, block;
    std::size_t dynamic_shared = 0;
    bool cooperative = false;
    bool overlaps = false;  // with the launch before it in its stream, unless its threads wait
    std::optional<dim3> cluster = {};  // if absent: __cluster_dims__, or one block
};

LaunchRequest request_of(const cudaLaunchConfig_t& configuration);

struct Refusal {
    cudaError_t error = cudaSuccess;
    std::string cause = {};
    report::Variant variant = report::Variant::none;
};

std::uint64_t volume(const dim3& size);

Refusal check_shape(const LaunchRequest& launch, const Kernel& kernel,
                    const device::Profile& device);

// The number of blocks in a cluster of this launch, for each dimension.
dim3 cluster_of(const LaunchRequest& launch, const Kernel& kernel);
Refusal check_cluster(const LaunchRequest& launch, const Kernel& kernel,
                      const device::Profile& device);

// How many blocks of this launch, whose shape has been checked, are resident at once.
std::uint64_t resident_limit(const LaunchRequest& launch, const Kernel& kernel,
                             const device::Profile& device);

Refusal check_resources(const LaunchRequest& launch, const Kernel& kernel,
                        const device::Profile& device, std::uint64_t resident_limit);

}  // namespace cusim::api
