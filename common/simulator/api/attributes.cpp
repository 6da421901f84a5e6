// The device's attributes. Each one is a property of the device, or zero for a feature that is not
// simulated.
#include "simulator/api/attributes.hpp"

#include <algorithm>
#include <cstddef>
#include <iterator>
#include <type_traits>

namespace cusim::api {
namespace {

/// For a property with several values, the one at `index`.
template <auto property, std::size_t index = 0>
int attribute(const cudaDeviceProp& properties) {
    const auto& value = properties.*property;
    if constexpr (std::is_array_v<std::remove_reference_t<decltype(value)>>)
        return value[index];
    else
        return static_cast<int>(value);
}

struct Row {
    cudaDeviceAttr which;
    int (*value)(const cudaDeviceProp&);
};

constexpr Row property_rows[] = {
    {cudaDevAttrMaxThreadsPerBlock, &attribute<&cudaDeviceProp::maxThreadsPerBlock>},
    {cudaDevAttrMaxBlockDimX, &attribute<&cudaDeviceProp::maxThreadsDim, 0>},
    {cudaDevAttrMaxBlockDimY, &attribute<&cudaDeviceProp::maxThreadsDim, 1>},
    {cudaDevAttrMaxBlockDimZ, &attribute<&cudaDeviceProp::maxThreadsDim, 2>},
    {cudaDevAttrMaxGridDimX, &attribute<&cudaDeviceProp::maxGridSize, 0>},
    {cudaDevAttrMaxGridDimY, &attribute<&cudaDeviceProp::maxGridSize, 1>},
    {cudaDevAttrMaxGridDimZ, &attribute<&cudaDeviceProp::maxGridSize, 2>},
    {cudaDevAttrMaxSharedMemoryPerBlock, &attribute<&cudaDeviceProp::sharedMemPerBlock>},
    {cudaDevAttrTotalConstantMemory, &attribute<&cudaDeviceProp::totalConstMem>},
    {cudaDevAttrWarpSize, &attribute<&cudaDeviceProp::warpSize>},
    {cudaDevAttrMaxPitch, &attribute<&cudaDeviceProp::memPitch>},
    {cudaDevAttrMaxRegistersPerBlock, &attribute<&cudaDeviceProp::regsPerBlock>},
    {cudaDevAttrClockRate, &attribute<&cudaDeviceProp::clockRate>},
    {cudaDevAttrTextureAlignment, &attribute<&cudaDeviceProp::textureAlignment>},
    {cudaDevAttrGpuOverlap, &attribute<&cudaDeviceProp::deviceOverlap>},
    {cudaDevAttrMultiProcessorCount, &attribute<&cudaDeviceProp::multiProcessorCount>},
    {cudaDevAttrKernelExecTimeout, &attribute<&cudaDeviceProp::kernelExecTimeoutEnabled>},
    {cudaDevAttrIntegrated, &attribute<&cudaDeviceProp::integrated>},
    {cudaDevAttrCanMapHostMemory, &attribute<&cudaDeviceProp::canMapHostMemory>},
    {cudaDevAttrComputeMode, &attribute<&cudaDeviceProp::computeMode>},
    {cudaDevAttrConcurrentKernels, &attribute<&cudaDeviceProp::concurrentKernels>},
    {cudaDevAttrEccEnabled, &attribute<&cudaDeviceProp::ECCEnabled>},
    {cudaDevAttrPciBusId, &attribute<&cudaDeviceProp::pciBusID>},
    {cudaDevAttrPciDeviceId, &attribute<&cudaDeviceProp::pciDeviceID>},
    {cudaDevAttrMemoryClockRate, &attribute<&cudaDeviceProp::memoryClockRate>},
    {cudaDevAttrGlobalMemoryBusWidth, &attribute<&cudaDeviceProp::memoryBusWidth>},
    {cudaDevAttrL2CacheSize, &attribute<&cudaDeviceProp::l2CacheSize>},
    {cudaDevAttrMaxThreadsPerMultiProcessor,
     &attribute<&cudaDeviceProp::maxThreadsPerMultiProcessor>},
    {cudaDevAttrAsyncEngineCount, &attribute<&cudaDeviceProp::asyncEngineCount>},
    {cudaDevAttrUnifiedAddressing, &attribute<&cudaDeviceProp::unifiedAddressing>},
    {cudaDevAttrComputeCapabilityMajor, &attribute<&cudaDeviceProp::major>},
    {cudaDevAttrComputeCapabilityMinor, &attribute<&cudaDeviceProp::minor>},
    {cudaDevAttrStreamPrioritiesSupported, &attribute<&cudaDeviceProp::streamPrioritiesSupported>},
    {cudaDevAttrGlobalL1CacheSupported, &attribute<&cudaDeviceProp::globalL1CacheSupported>},
    {cudaDevAttrLocalL1CacheSupported, &attribute<&cudaDeviceProp::localL1CacheSupported>},
    {cudaDevAttrMaxSharedMemoryPerMultiprocessor,
     &attribute<&cudaDeviceProp::sharedMemPerMultiprocessor>},
    {cudaDevAttrMaxRegistersPerMultiprocessor, &attribute<&cudaDeviceProp::regsPerMultiprocessor>},
    {cudaDevAttrManagedMemory, &attribute<&cudaDeviceProp::managedMemory>},
    {cudaDevAttrHostNativeAtomicSupported, &attribute<&cudaDeviceProp::hostNativeAtomicSupported>},
    {cudaDevAttrPageableMemoryAccess, &attribute<&cudaDeviceProp::pageableMemoryAccess>},
    {cudaDevAttrConcurrentManagedAccess, &attribute<&cudaDeviceProp::concurrentManagedAccess>},
    {cudaDevAttrCooperativeLaunch, &attribute<&cudaDeviceProp::cooperativeLaunch>},
    {cudaDevAttrMaxSharedMemoryPerBlockOptin, &attribute<&cudaDeviceProp::sharedMemPerBlockOptin>},
    {cudaDevAttrHostRegisterSupported, &attribute<&cudaDeviceProp::hostRegisterSupported>},
    {cudaDevAttrMaxBlocksPerMultiprocessor,
     &attribute<&cudaDeviceProp::maxBlocksPerMultiProcessor>},
    {cudaDevAttrReservedSharedMemoryPerBlock,
     &attribute<&cudaDeviceProp::reservedSharedMemPerBlock>},
    {cudaDevAttrMemoryPoolsSupported, &attribute<&cudaDeviceProp::memoryPoolsSupported>},
    {cudaDevAttrClusterLaunch, &attribute<&cudaDeviceProp::clusterLaunch>},
    {cudaDevAttrMaxTexture1DWidth, &attribute<&cudaDeviceProp::maxTexture1D>},
    {cudaDevAttrMaxTexture1DLinearWidth, &attribute<&cudaDeviceProp::maxTexture1DLinear>},
    {cudaDevAttrMaxTexture2DWidth, &attribute<&cudaDeviceProp::maxTexture2D, 0>},
    {cudaDevAttrMaxTexture2DHeight, &attribute<&cudaDeviceProp::maxTexture2D, 1>},
    {cudaDevAttrMaxTexture2DLinearWidth, &attribute<&cudaDeviceProp::maxTexture2DLinear, 0>},
    {cudaDevAttrMaxTexture2DLinearHeight, &attribute<&cudaDeviceProp::maxTexture2DLinear, 1>},
    {cudaDevAttrMaxTexture2DLinearPitch, &attribute<&cudaDeviceProp::maxTexture2DLinear, 2>},
    {cudaDevAttrMaxTexture3DWidth, &attribute<&cudaDeviceProp::maxTexture3D, 0>},
    {cudaDevAttrMaxTexture3DHeight, &attribute<&cudaDeviceProp::maxTexture3D, 1>},
    {cudaDevAttrMaxTexture3DDepth, &attribute<&cudaDeviceProp::maxTexture3D, 2>},
    {cudaDevAttrMaxTexture3DWidthAlt, &attribute<&cudaDeviceProp::maxTexture3DAlt, 0>},
    {cudaDevAttrMaxTexture3DHeightAlt, &attribute<&cudaDeviceProp::maxTexture3DAlt, 1>},
    {cudaDevAttrMaxTexture3DDepthAlt, &attribute<&cudaDeviceProp::maxTexture3DAlt, 2>},
    {cudaDevAttrMaxSurface1DWidth, &attribute<&cudaDeviceProp::maxSurface1D>},
    {cudaDevAttrMaxSurface2DWidth, &attribute<&cudaDeviceProp::maxSurface2D, 0>},
    {cudaDevAttrMaxSurface2DHeight, &attribute<&cudaDeviceProp::maxSurface2D, 1>},
    {cudaDevAttrMaxSurface3DWidth, &attribute<&cudaDeviceProp::maxSurface3D, 0>},
    {cudaDevAttrMaxSurface3DHeight, &attribute<&cudaDeviceProp::maxSurface3D, 1>},
    {cudaDevAttrMaxSurface3DDepth, &attribute<&cudaDeviceProp::maxSurface3D, 2>},
    {cudaDevAttrSurfaceAlignment, &attribute<&cudaDeviceProp::surfaceAlignment>},
    {cudaDevAttrTexturePitchAlignment, &attribute<&cudaDeviceProp::texturePitchAlignment>},
    {cudaDevAttrSingleToDoublePrecisionPerfRatio,
     &attribute<&cudaDeviceProp::singleToDoublePrecisionPerfRatio>},
    {cudaDevAttrComputePreemptionSupported,
     &attribute<&cudaDeviceProp::computePreemptionSupported>},
    {cudaDevAttrCanUseHostPointerForRegisteredMem,
     &attribute<&cudaDeviceProp::canUseHostPointerForRegisteredMem>},
};

constexpr cudaDeviceAttr not_here[] = {
    cudaDevAttrMaxTexture2DLayeredWidth,
    cudaDevAttrMaxTexture2DLayeredHeight,
    cudaDevAttrMaxTexture2DLayeredLayers,
    cudaDevAttrTccDriver,
    cudaDevAttrMaxTexture1DLayeredWidth,
    cudaDevAttrMaxTexture1DLayeredLayers,
    cudaDevAttrMaxTexture2DGatherWidth,
    cudaDevAttrMaxTexture2DGatherHeight,
    cudaDevAttrPciDomainId,
    cudaDevAttrMaxTextureCubemapWidth,
    cudaDevAttrMaxTextureCubemapLayeredWidth,
    cudaDevAttrMaxTextureCubemapLayeredLayers,
    cudaDevAttrMaxSurface1DLayeredWidth,
    cudaDevAttrMaxSurface1DLayeredLayers,
    cudaDevAttrMaxSurface2DLayeredWidth,
    cudaDevAttrMaxSurface2DLayeredHeight,
    cudaDevAttrMaxSurface2DLayeredLayers,
    cudaDevAttrMaxSurfaceCubemapWidth,
    cudaDevAttrMaxSurfaceCubemapLayeredWidth,
    cudaDevAttrMaxSurfaceCubemapLayeredLayers,
    cudaDevAttrMaxTexture2DMipmappedWidth,
    cudaDevAttrMaxTexture2DMipmappedHeight,
    cudaDevAttrMaxTexture1DMipmappedWidth,
    cudaDevAttrIsMultiGpuBoard,
    cudaDevAttrMultiGpuBoardGroupID,
    cudaDevAttrCooperativeMultiDeviceLaunch,
    cudaDevAttrCanFlushRemoteWrites,
    cudaDevAttrPageableMemoryAccessUsesHostPageTables,
    cudaDevAttrDirectManagedMemAccessFromHost,
    cudaDevAttrMaxPersistingL2CacheSize,
    cudaDevAttrMaxAccessPolicyWindowSize,
    cudaDevAttrSparseCudaArraySupported,
    cudaDevAttrHostRegisterReadOnlySupported,
    cudaDevAttrTimelineSemaphoreInteropSupported,
    cudaDevAttrGPUDirectRDMASupported,
    cudaDevAttrGPUDirectRDMAFlushWritesOptions,
    cudaDevAttrGPUDirectRDMAWritesOrdering,
    cudaDevAttrMemoryPoolSupportedHandleTypes,
    cudaDevAttrDeferredMappingCudaArraySupported,
    cudaDevAttrIpcEventSupport,
    cudaDevAttrMemSyncDomainCount,
    cudaDevAttrNumaConfig,
    cudaDevAttrNumaId,
    cudaDevAttrMpsEnabled,
    cudaDevAttrHostNumaId,
    cudaDevAttrD3D12CigSupported,
    cudaDevAttrVulkanCigSupported,
    cudaDevAttrGpuPciDeviceId,
    cudaDevAttrGpuPciSubsystemId,
    cudaDevAttrHostNumaMemoryPoolsSupported,
    cudaDevAttrHostNumaMultinodeIpcSupported,
    cudaDevAttrHostMemoryPoolsSupported,
    cudaDevAttrOnlyPartialHostNativeAtomicSupported,
};

}  // namespace

std::optional<int> attribute_of(const cudaDeviceProp& device, cudaDeviceAttr which) {
    const auto row = std::ranges::find(property_rows, which, &Row::which);
    if (row != std::end(property_rows)) return row->value(device);
    if (std::ranges::find(not_here, which) != std::end(not_here)) return 0;
    return std::nullopt;
}

}  // namespace cusim::api
