#include "simulator/api/launch_check.hpp"

#include "simulator/report/findings/resolve.hpp"

namespace cusim::api {

namespace {

std::string text(const dim3& size) {
    return "(" + std::to_string(size.x) + ", " + std::to_string(size.y) + ", " +
           std::to_string(size.z) + ")";
}

bool within(const dim3& size, const int (&limit)[3]) {
    return size.x <= unsigned(limit[0]) && size.y <= unsigned(limit[1]) &&
           size.z <= unsigned(limit[2]);
}

std::string text(const int (&limit)[3]) {
    return text(dim3(unsigned(limit[0]), unsigned(limit[1]), unsigned(limit[2])));
}

Refusal empty_grid(const LaunchRequest& launch, const Kernel& kernel) {
    const std::string cause = "the grid is " + text(launch.grid) + " blocks";
    if (!kernel.empty_occupancy)
        return {cudaErrorInvalidConfiguration, cause, report::Variant::empty_grid};
    const auto& [threads, bytes, asked_from] = *kernel.empty_occupancy;
    const auto place = report::place_in_program(asked_from);
    std::string why = ". cudaOccupancyMaxActiveBlocksPerMultiprocessor" +
                      (place ? " on line " + std::to_string(place->line) : std::string{}) +
                      " has answered 0, for blocks of " + std::to_string(threads) +
                      " threads with " + std::to_string(bytes) + " bytes of shared memory";
    if (volume(launch.block) == bytes && launch.dynamic_shared == std::size_t(threads) &&
        bytes != std::size_t(threads))
        why += ", where the launch has " + std::to_string(bytes) + " threads and " +
               std::to_string(threads) +
               " bytes: the threads of a block come before the bytes there";
    return {cudaErrorInvalidConfiguration, cause + why, report::Variant::empty_occupancy};
}

Refusal block_too_large(const dim3& block, const device::Profile& device) {
    // Whole warps, of which the last is one too many.
    constexpr unsigned warp_size = 32;
    const bool is_rounded = volume(block) == unsigned(device.max_threads_per_block) + warp_size;
    return {
        cudaErrorInvalidConfiguration,
        "the block is " + text(block) + " threads, and this device takes " + text(device.max_block),
        is_rounded ? report::Variant::little_too_large : report::Variant::long_block};
}

}  // namespace

std::uint64_t volume(const dim3& size) {
    return std::uint64_t{size.x} * size.y * size.z;
}

std::uint64_t resident_limit(const LaunchRequest& launch, const Kernel& kernel,
                             const device::Profile& device) {
    const int a_multiprocessor =
        kernel.occupancy(device, int(volume(launch.block)), launch.dynamic_shared);
    const std::uint64_t blocks = std::uint64_t(a_multiprocessor) * unsigned(device.multiprocessors);
    return blocks - blocks % volume(cluster_of(launch, kernel));
}

dim3 cluster_of(const LaunchRequest& launch, const Kernel& kernel) {
    if (launch.cluster) return *launch.cluster;
    return volume(kernel.site->cluster) > 0 ? kernel.site->cluster : dim3(1, 1, 1);
}

LaunchRequest request_of(const cudaLaunchConfig_t& configuration) {
    LaunchRequest request{.grid = configuration.gridDim,
                          .block = configuration.blockDim,
                          .dynamic_shared = configuration.dynamicSmemBytes};
    for (unsigned i = 0; i < configuration.numAttrs; ++i) {
        const auto& [id, pad, value] = configuration.attrs[i];
        if (id == cudaLaunchAttributeCooperative)
            request.cooperative = value.cooperative != 0;
        else if (id == cudaLaunchAttributeProgrammaticStreamSerialization)
            request.overlaps = value.programmaticStreamSerializationAllowed != 0;
        else if (id == cudaLaunchAttributeClusterDimension)
            request.cluster = dim3(value.clusterDim.x, value.clusterDim.y, value.clusterDim.z);
    }
    return request;
}

Refusal check_cluster(const LaunchRequest& launch, const Kernel& kernel,
                      const device::Profile& device) {
    const dim3 cluster = cluster_of(launch, kernel);
    const dim3& declared = kernel.site->cluster;
    const std::string clusters_of = "it asks for clusters of " + text(cluster) + " blocks";
    if (volume(cluster) == 0) return {cudaErrorInvalidClusterSize, clusters_of};
    if (volume(declared) > 0 && text(cluster) != text(declared))
        return {cudaErrorInvalidClusterSize,
                clusters_of + ", and the kernel's __cluster_dims__ say " + text(declared)};
    if (volume(cluster) == 1) return {};
    if (device.major < 9) return {cudaErrorNotSupported, "this device has no clusters of blocks"};
    const unsigned most = kernel.any_cluster ? 16 : 8;
    if (volume(cluster) > most)
        return {cudaErrorInvalidClusterSize,
                clusters_of + ", and may have " + std::to_string(most) +
                    " in one (cudaFuncAttributeNonPortableClusterSizeAllowed: 16)"};
    if (launch.grid.x % cluster.x || launch.grid.y % cluster.y || launch.grid.z % cluster.z)
        return {cudaErrorInvalidClusterSize,
                clusters_of + ", which do not divide the grid of " + text(launch.grid)};
    return {};
}

Refusal check_shape(const LaunchRequest& launch, const Kernel& kernel,
                    const device::Profile& device) {
    const cudaError_t error = cudaErrorInvalidConfiguration;
    if (volume(launch.grid) == 0) return empty_grid(launch, kernel);
    if (volume(launch.block) == 0)
        return {error, "the block is " + text(launch.block) + " threads",
                report::Variant::empty_block};
    if (!within(launch.grid, device.max_grid))
        return {error, "the grid is " + text(launch.grid) + " blocks, and this device takes " +
                           text(device.max_grid)};
    if (!within(launch.block, device.max_block)) return block_too_large(launch.block, device);
    if (volume(launch.block) > unsigned(device.max_threads_per_block))
        return {error, "the block has " + std::to_string(volume(launch.block)) +
                           " threads, and this device takes " +
                           std::to_string(device.max_threads_per_block)};
    if (volume(launch.block) > unsigned(kernel.max_threads(device)))
        return {cudaErrorInvalidValue, "the block has " + std::to_string(volume(launch.block)) +
                                           " threads, and the kernel's __launch_bounds__ allow " +
                                           std::to_string(kernel.max_threads(device))};
    return {};
}

Refusal check_resources(const LaunchRequest& launch, const Kernel& kernel,
                        const device::Profile& device, std::uint64_t resident_limit) {
    if (launch.dynamic_shared > kernel.dynamic_shared_limit(device))
        return {cudaErrorInvalidValue,
                "it asks for " + std::to_string(launch.dynamic_shared) +
                    " bytes of dynamic shared memory, and the kernel may have " +
                    std::to_string(kernel.dynamic_shared_limit(device))};
    if (resident_limit == 0)
        return {cudaErrorLaunchOutOfResources, "not one block of it fits on a multiprocessor"};
    if (!launch.cooperative) return {};
    if (!device.has_cooperative_launch())
        return {cudaErrorNotSupported, "this device has no cooperative launches",
                report::Variant::no_cooperation};
    if (volume(launch.grid) > resident_limit)
        return {cudaErrorCooperativeLaunchTooLarge,
                "the grid has " + std::to_string(volume(launch.grid)) +
                    " blocks, and the device holds " + std::to_string(resident_limit) +
                    " of this kernel at a time",
                report::Variant::not_resident};
    return {};
}

}  // namespace cusim::api
