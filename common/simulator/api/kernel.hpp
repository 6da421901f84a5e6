// The properties of a kernel beyond its code, and how to find a kernel by the address of its
// function.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "cusim/driver_types.hpp"
#include "cusim/translated.hpp"
#include "simulator/device/profile.hpp"

namespace cusim::api {

// A query of the occupancy whose answer was 0 blocks.
struct EmptyOccupancy {
    int block_threads = 0;
    std::size_t dynamic_shared = 0;
    std::vector<const void*> asked_from = {};  // return addresses, the innermost first
};

struct Kernel {
    const KernelSite* site = nullptr;
    // Static shared memory in the launches so far; only a run shows it.
    std::size_t static_shared = 0;
    int max_dynamic_shared = -1;  // cudaFuncAttributeMaxDynamicSharedMemorySize, -1 if not set
    int carveout = cudaSharedmemCarveoutDefault;
    std::optional<EmptyOccupancy> empty_occupancy = std::nullopt;  // of the latest query
    bool any_cluster = false;  // cudaFuncAttributeNonPortableClusterSizeAllowed
    std::vector<std::string> parameter_names;
    std::vector<detail::ParameterShape> parameters;  // from its latest description

    int max_threads(const device::Profile& profile) const;
    int registers(const device::Profile& profile) const;
    std::size_t dynamic_shared_limit(const device::Profile& profile) const;
    // Static and dynamic together.
    std::size_t shared_limit(const device::Profile& profile) const;
    // Blocks that fit on one multiprocessor.
    int occupancy(const device::Profile& profile, int block_threads,
                  std::size_t dynamic_shared) const;
};

Kernel& kernel_of(const KernelSite& site);

// The kernel at this function address, found by calling the function in description mode. Returns
// nullptr for any other address.
Kernel* kernel_at(const void* function);

// Stands for the function of a kernel whose call this is, where its address is not known: the
// functions here take one as they take an address.
const void* function_like(const detail::KernelCall& call);

// Calls the kernel's function, for a configuration that waits for it, or to have it described.
void call_kernel(const void* function);

// In description mode, stores the properties in the call and returns true; the kernel must then not
// run.
bool described(const detail::KernelCall& call);

}  // namespace cusim::api
