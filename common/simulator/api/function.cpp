// Queries and settings of kernels: attributes and occupancy.
#include <algorithm>
#include <string>
#include <vector>

#include "cusim/runtime_api.hpp"
#include "simulator/api/calls/refused_call.hpp"
#include "simulator/api/calls/status.hpp"
#include "simulator/api/kernel.hpp"
#include "simulator/api/launch_check.hpp"
#include "simulator/race/host_access.hpp"
#include "simulator/report/findings/callers.hpp"

using namespace cusim;

namespace {

// Calls `action` for the kernel at this address. `pc` and `name` are those of the call.
template <class Action>
cudaError_t with_kernel(const void* function, Action action,
                        const void* pc = __builtin_return_address(0),
                        const char* name = __builtin_FUNCTION()) {
    return api::call([&] {
        api::Kernel* const kernel = api::kernel_at(function);
        return kernel ? action(*kernel)
                      : api::refuse_call(cudaErrorInvalidDeviceFunction,
                                         "the function that it is given is no kernel: that has "
                                         "__global__ in front of its definition",
                                         pc, name);
    });
}

std::vector<const void*> asked_from(const void* pc) {
    std::vector<const void*> callers = report::callers_from(pc);
    callers.insert(callers.begin(), pc);
    return callers;
}

}  // namespace

cudaError_t cudaFuncGetAttributes(cudaFuncAttributes* attributes, const void* function) {
    return with_kernel(function, [&](const api::Kernel& kernel) {
        if (!attributes) return cudaErrorInvalidValue;
        race::check_host_target(attributes, sizeof *attributes);
        const device::Profile& device = device::profile();
        *attributes = {};
        attributes->sharedSizeBytes = kernel.static_shared;
        attributes->maxThreadsPerBlock = kernel.max_threads(device);
        attributes->numRegs = kernel.registers(device);
        attributes->ptxVersion = attributes->binaryVersion = device.major * 10 + device.minor;
        attributes->maxDynamicSharedSizeBytes = int(kernel.dynamic_shared_limit(device));
        attributes->preferredShmemCarveout = kernel.carveout;
        return cudaSuccess;
    });
}

cudaError_t cudaFuncSetAttribute(const void* function, cudaFuncAttribute attribute, int value) {
    const void* const pc = __builtin_return_address(0);
    const auto refuse = [&](const std::string& may_be) {
        return api::refuse_call(cudaErrorInvalidValue,
                                "the value is " + std::to_string(value) + ", and may be " + may_be,
                                pc, "cudaFuncSetAttribute");
    };
    return with_kernel(function, [&](api::Kernel& kernel) {
        switch (attribute) {
            case cudaFuncAttributeMaxDynamicSharedMemorySize: {
                const std::size_t most =
                    device::profile().shared_per_block_optin - kernel.static_shared;
                if (value < 0 || std::size_t(value) > most)
                    return refuse("0 to " + std::to_string(most) +
                                  " bytes: so many a block may have beside the kernel's own "
                                  "__shared__ variables");
                kernel.max_dynamic_shared = value;
                return cudaSuccess;
            }
            case cudaFuncAttributePreferredSharedMemoryCarveout:
                if (value < -1 || value > 100) return refuse("-1 to 100 percent");
                kernel.carveout = value;
                return cudaSuccess;
            case cudaFuncAttributeNonPortableClusterSizeAllowed:
                kernel.any_cluster = value != 0;
                return cudaSuccess;
        }
        return cudaErrorInvalidValue;
    });
}

// Hints for a cache that is not simulated.
cudaError_t cudaFuncSetCacheConfig(const void* function, cudaFuncCache) {
    return with_kernel(function, [](api::Kernel&) { return cudaSuccess; });
}
cudaError_t cudaFuncSetSharedMemConfig(const void* function, cudaSharedMemConfig) {
    return with_kernel(function, [](api::Kernel&) { return cudaSuccess; });
}

cudaError_t cudaOccupancyMaxActiveBlocksPerMultiprocessor(int* blocks, const void* function,
                                                          int block_size, size_t shared_bytes) {
    const void* const pc = __builtin_return_address(0);
    return with_kernel(function, [&](api::Kernel& kernel) {
        if (!blocks || block_size < 1) return cudaErrorInvalidValue;
        const int answer = kernel.occupancy(device::profile(), block_size, shared_bytes);
        kernel.empty_occupancy.reset();
        if (answer == 0) kernel.empty_occupancy = {block_size, shared_bytes, asked_from(pc)};
        return api::put(blocks, answer);
    });
}

cudaError_t cudaOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(
    int* blocks, const void* function, int block_size, size_t shared_bytes, unsigned int) {
    return cudaOccupancyMaxActiveBlocksPerMultiprocessor(blocks, function, block_size,
                                                         shared_bytes);
}

// The dynamic shared memory left for each block if so many blocks share a multiprocessor.
cudaError_t cudaOccupancyAvailableDynamicSMemPerBlock(size_t* bytes, const void* function,
                                                      int blocks, int) {
    return with_kernel(function, [&](const api::Kernel& kernel) {
        if (!bytes || blocks < 1) return cudaErrorInvalidValue;
        const device::Profile& device = device::profile();
        const std::size_t share = device.shared_per_multiprocessor / std::size_t(blocks);
        const std::size_t taken = kernel.static_shared + device.reserved_shared_per_block;
        return api::put(bytes, std::min(share > taken ? share - taken : 0,
                                        kernel.dynamic_shared_limit(device)));
    });
}

// How many clusters run on the device at once. Those of the multiprocessors are taken to hold as
// many blocks of a cluster as of any launch.
cudaError_t cudaOccupancyMaxActiveClusters(int* clusters, const void* function,
                                           const cudaLaunchConfig_t* configuration) {
    return with_kernel(function, [&](const api::Kernel& kernel) {
        if (!clusters || !configuration) return cudaErrorInvalidValue;
        const device::Profile& device = device::profile();
        const api::LaunchRequest request = api::request_of(*configuration);
        if (const api::Refusal refusal = api::check_cluster(request, kernel, device);
            refusal.error != cudaSuccess)
            return refusal.error;
        const dim3 cluster = api::cluster_of(request, kernel);
        const int blocks =
            kernel.occupancy(device, int(request.block.x * request.block.y * request.block.z),
                             request.dynamic_shared);
        return api::put(clusters,
                        blocks * device.multiprocessors / int(cluster.x * cluster.y * cluster.z));
    });
}

cudaError_t cudaOccupancyMaxPotentialClusterSize(int* cluster_size, const void* function,
                                                 const cudaLaunchConfig_t* configuration) {
    return with_kernel(function, [&](const api::Kernel& kernel) {
        if (!cluster_size || !configuration) return cudaErrorInvalidValue;
        const bool has_clusters = device::profile().major >= 9;
        return api::put(cluster_size, !has_clusters ? 1 : kernel.any_cluster ? 16 : 8);
    });
}

cudaError_t cudaFuncGetName(const char** name, const void* function) {
    return with_kernel(function, [&](const api::Kernel& kernel) {
        if (!name) return cudaErrorInvalidValue;
        return api::put(name, kernel.site->name);
    });
}

// The block size with the most resident threads on a multiprocessor; the largest if there are
// several.
cudaError_t detail::best_block_size(int* min_grid, int* block, const void* function,
                                    size_t (*shared_bytes)(const void* context, int block),
                                    const void* context, int limit) {
    return with_kernel(function, [&](const api::Kernel& kernel) {
        if (!min_grid || !block) return cudaErrorInvalidValue;
        const device::Profile& device = device::profile();
        int largest = kernel.max_threads(device);
        if (limit > 0) largest = std::min(largest, limit);
        int best = 0, best_blocks = 0;
        for (int size = (largest + 31) / 32 * 32; size > 0; size -= 32) {
            const int threads = std::min(size, largest);
            const int blocks = kernel.occupancy(device, threads, shared_bytes(context, threads));
            if (blocks * threads > best_blocks * best) best = threads, best_blocks = blocks;
        }
        race::check_host_target(block, sizeof *block);
        *block = best;
        return api::put(min_grid, best_blocks * device.multiprocessors);
    });
}
