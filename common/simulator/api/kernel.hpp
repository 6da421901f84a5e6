// What is known of a kernel beyond its code, and how to reach a kernel that is only known by the
// address of its function.
#pragma once

#include <string>
#include <vector>

#include "cusim/driver_types.hpp"
#include "cusim/translated.hpp"
#include "simulator/device/profile.hpp"

namespace cusim::api {

struct Kernel {
    const KernelSite* site = nullptr;
    // Of static shared memory, as seen in the launches so far: only a run shows it.
    std::size_t static_shared = 0;
    int max_dynamic_shared = -1;  // cudaFuncAttributeMaxDynamicSharedMemorySize, -1 if not set
    int carveout = cudaSharedmemCarveoutDefault;
    bool any_cluster = false;  // cudaFuncAttributeNonPortableClusterSizeAllowed
    std::vector<std::string> parameter_names;
    std::vector<detail::ParameterShape> parameters;  // as of the last time it was described

    int max_threads(const device::Profile& profile) const;
    int registers(const device::Profile& profile) const;
    std::size_t dynamic_shared_limit(const device::Profile& profile) const;
    // Of static and dynamic shared memory together.
    std::size_t shared_limit(const device::Profile& profile) const;
    // Blocks that fit on one multiprocessor.
    int occupancy(const device::Profile& profile, int block_threads,
                  std::size_t dynamic_shared) const;
};

Kernel& kernel_of(const KernelSite& site);

// The kernel behind the address of its function: found by calling it while describing is on.
// nullptr for nullptr, and for what is no code. A function that is no kernel must not be asked.
Kernel* kernel_at(const void* function);

// Where describing is on: takes what the call says and answers true, and the kernel must not run.
bool described(const detail::KernelCall& call);

}  // namespace cusim::api
