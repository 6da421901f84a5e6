// What a program can ask of the device, and the little it can set. There is one device.
#include <cstdio>
#include <cstring>

#include "cusim/runtime_api.hpp"
#include "simulator/api/capture.hpp"
#include "simulator/api/status.hpp"
#include "simulator/device/profile.hpp"
#include "simulator/memory/device_memory.hpp"
#include "simulator/race/events.hpp"

using namespace cusim;

namespace {

// What a kernel's thread really has, and what CUDA gives until told otherwise.
std::size_t stack_limit = 64 * 1024, printf_limit = 1024 * 1024;
// Of what is not simulated.
std::size_t launch_depth_limit = 2, pending_launches_limit = 2048, l2_granularity_limit = 64,
            persisting_l2_limit = 0;

// nullptr for a limit that is none of these.
std::size_t* limit_of(cudaLimit limit) {
    switch (limit) {
        case cudaLimitStackSize:
            return &stack_limit;
        case cudaLimitPrintfFifoSize:
            return &printf_limit;
        case cudaLimitMallocHeapSize:
            return &memory::kernel_heap_limit;
        case cudaLimitDevRuntimeSyncDepth:
            return &launch_depth_limit;
        case cudaLimitDevRuntimePendingLaunchCount:
            return &pending_launches_limit;
        case cudaLimitMaxL2FetchGranularity:
            return &l2_granularity_limit;
        case cudaLimitPersistingL2CacheSize:
            return &persisting_l2_limit;
    }
    return nullptr;
}
unsigned int device_flags = 0;
constexpr char bus_id[] = "0000:00:00.0";

template <std::size_t N>
void set(int (&sizes)[N], const int (&values)[N]) {
    std::memcpy(sizes, values, sizeof sizes);
}

// The sizes that devices of compute capability 6.0 and later have; the simulator's own limit is
// its memory.
void set_largest_textures(cudaDeviceProp& p) {
    p.maxTexture1D = p.maxSurface1D = 131072;
    p.maxTexture1DLinear = 1 << 28;
    set(p.maxTexture2D, {131072, 65536});
    set(p.maxSurface2D, {131072, 65536});
    set(p.maxTexture2DLinear, {131072, 65000, 2097120});
    set(p.maxTexture3D, {16384, 16384, 16384});
    set(p.maxTexture3DAlt, {8192, 8192, 32768});
    set(p.maxSurface3D, {16384, 16384, 16384});
    p.surfaceAlignment = 512;
}

cudaDeviceProp properties() {
    const device::Profile& device = device::profile();
    cudaDeviceProp p{};
    std::snprintf(p.name, sizeof p.name, "%s", device.full_name);
    p.totalGlobalMem = memory::device_heap.size;
    p.sharedMemPerBlock = device.shared_per_block;
    p.sharedMemPerBlockOptin = device.shared_per_block_optin;
    p.sharedMemPerMultiprocessor = device.shared_per_multiprocessor;
    p.reservedSharedMemPerBlock = device.reserved_shared_per_block;
    p.regsPerBlock = device.registers_per_block;
    p.regsPerMultiprocessor = device.registers_per_multiprocessor;
    p.warpSize = 32;
    p.memPitch = 2147483647;
    p.maxThreadsPerBlock = device.max_threads_per_block;
    p.maxThreadsPerMultiProcessor = device.max_threads_per_multiprocessor;
    p.maxBlocksPerMultiProcessor = device.max_blocks_per_multiprocessor;
    std::memcpy(p.maxThreadsDim, device.max_block, sizeof p.maxThreadsDim);
    std::memcpy(p.maxGridSize, device.max_grid, sizeof p.maxGridSize);
    p.totalConstMem = 65536;
    p.major = device.major;
    p.minor = device.minor;
    p.textureAlignment = 512;
    p.texturePitchAlignment = 32;
    p.multiProcessorCount = device.multiprocessors;
    p.canMapHostMemory = p.concurrentKernels = p.unifiedAddressing = 1;
    p.asyncEngineCount = 2;
    p.memoryBusWidth = device.memory_bus_bits;
    p.l2CacheSize = int(device.l2_bytes);
    p.streamPrioritiesSupported = p.globalL1CacheSupported = p.localL1CacheSupported = 1;
    p.memoryPoolsSupported = device.major >= 6;
    p.managedMemory = p.hostRegisterSupported = p.canUseHostPointerForRegisteredMem = 1;
    p.concurrentManagedAccess = p.computePreemptionSupported = device.major >= 6;
    p.cooperativeLaunch = device.has_cooperative_launch();
    p.clockRate = device.clock_khz;
    p.memoryClockRate = device.memory_clock_khz;
    p.deviceOverlap = 1;
    p.singleToDoublePrecisionPerfRatio = device.major >= 6 ? 2 : 3;
    set_largest_textures(p);
    return p;
}

bool is_device(int device) {
    return device == 0;
}

// -1 for an attribute that the simulator does not know.
int attribute(cudaDeviceAttr which, const cudaDeviceProp& p) {
    switch (which) {
        case cudaDevAttrMaxThreadsPerBlock:
            return p.maxThreadsPerBlock;
        case cudaDevAttrMaxBlockDimX:
            return p.maxThreadsDim[0];
        case cudaDevAttrMaxBlockDimY:
            return p.maxThreadsDim[1];
        case cudaDevAttrMaxBlockDimZ:
            return p.maxThreadsDim[2];
        case cudaDevAttrMaxGridDimX:
            return p.maxGridSize[0];
        case cudaDevAttrMaxGridDimY:
            return p.maxGridSize[1];
        case cudaDevAttrMaxGridDimZ:
            return p.maxGridSize[2];
        case cudaDevAttrMaxSharedMemoryPerBlock:
            return int(p.sharedMemPerBlock);
        case cudaDevAttrTotalConstantMemory:
            return int(p.totalConstMem);
        case cudaDevAttrWarpSize:
            return p.warpSize;
        case cudaDevAttrMaxPitch:
            return int(p.memPitch);
        case cudaDevAttrMaxRegistersPerBlock:
            return p.regsPerBlock;
        case cudaDevAttrClockRate:
            return p.clockRate;
        case cudaDevAttrTextureAlignment:
            return int(p.textureAlignment);
        case cudaDevAttrGpuOverlap:
            return p.deviceOverlap;
        case cudaDevAttrMultiProcessorCount:
            return p.multiProcessorCount;
        case cudaDevAttrKernelExecTimeout:
            return p.kernelExecTimeoutEnabled;
        case cudaDevAttrIntegrated:
            return p.integrated;
        case cudaDevAttrCanMapHostMemory:
            return p.canMapHostMemory;
        case cudaDevAttrComputeMode:
            return p.computeMode;
        case cudaDevAttrConcurrentKernels:
            return p.concurrentKernels;
        case cudaDevAttrEccEnabled:
            return p.ECCEnabled;
        case cudaDevAttrPciBusId:
            return p.pciBusID;
        case cudaDevAttrPciDeviceId:
            return p.pciDeviceID;
        case cudaDevAttrMemoryClockRate:
            return p.memoryClockRate;
        case cudaDevAttrGlobalMemoryBusWidth:
            return p.memoryBusWidth;
        case cudaDevAttrL2CacheSize:
            return p.l2CacheSize;
        case cudaDevAttrMaxThreadsPerMultiProcessor:
            return p.maxThreadsPerMultiProcessor;
        case cudaDevAttrAsyncEngineCount:
            return p.asyncEngineCount;
        case cudaDevAttrUnifiedAddressing:
            return p.unifiedAddressing;
        case cudaDevAttrComputeCapabilityMajor:
            return p.major;
        case cudaDevAttrComputeCapabilityMinor:
            return p.minor;
        case cudaDevAttrStreamPrioritiesSupported:
            return p.streamPrioritiesSupported;
        case cudaDevAttrGlobalL1CacheSupported:
            return p.globalL1CacheSupported;
        case cudaDevAttrLocalL1CacheSupported:
            return p.localL1CacheSupported;
        case cudaDevAttrMaxSharedMemoryPerMultiprocessor:
            return int(p.sharedMemPerMultiprocessor);
        case cudaDevAttrMaxRegistersPerMultiprocessor:
            return p.regsPerMultiprocessor;
        case cudaDevAttrManagedMemory:
            return p.managedMemory;
        case cudaDevAttrHostNativeAtomicSupported:
            return p.hostNativeAtomicSupported;
        case cudaDevAttrPageableMemoryAccess:
            return p.pageableMemoryAccess;
        case cudaDevAttrConcurrentManagedAccess:
            return p.concurrentManagedAccess;
        case cudaDevAttrCooperativeLaunch:
            return p.cooperativeLaunch;
        case cudaDevAttrMaxSharedMemoryPerBlockOptin:
            return int(p.sharedMemPerBlockOptin);
        case cudaDevAttrHostRegisterSupported:
            return p.hostRegisterSupported;
        case cudaDevAttrMaxBlocksPerMultiprocessor:
            return p.maxBlocksPerMultiProcessor;
        case cudaDevAttrReservedSharedMemoryPerBlock:
            return int(p.reservedSharedMemPerBlock);
        case cudaDevAttrMemoryPoolsSupported:
            return p.memoryPoolsSupported;
        case cudaDevAttrClusterLaunch:
            return p.clusterLaunch;
        case cudaDevAttrMaxTexture1DWidth:
            return p.maxTexture1D;
        case cudaDevAttrMaxTexture1DLinearWidth:
            return p.maxTexture1DLinear;
        case cudaDevAttrMaxTexture2DWidth:
            return p.maxTexture2D[0];
        case cudaDevAttrMaxTexture2DHeight:
            return p.maxTexture2D[1];
        case cudaDevAttrMaxTexture2DLinearWidth:
            return p.maxTexture2DLinear[0];
        case cudaDevAttrMaxTexture2DLinearHeight:
            return p.maxTexture2DLinear[1];
        case cudaDevAttrMaxTexture2DLinearPitch:
            return p.maxTexture2DLinear[2];
        case cudaDevAttrMaxTexture3DWidth:
            return p.maxTexture3D[0];
        case cudaDevAttrMaxTexture3DHeight:
            return p.maxTexture3D[1];
        case cudaDevAttrMaxTexture3DDepth:
            return p.maxTexture3D[2];
        case cudaDevAttrMaxTexture3DWidthAlt:
            return p.maxTexture3DAlt[0];
        case cudaDevAttrMaxTexture3DHeightAlt:
            return p.maxTexture3DAlt[1];
        case cudaDevAttrMaxTexture3DDepthAlt:
            return p.maxTexture3DAlt[2];
        case cudaDevAttrMaxSurface1DWidth:
            return p.maxSurface1D;
        case cudaDevAttrMaxSurface2DWidth:
            return p.maxSurface2D[0];
        case cudaDevAttrMaxSurface2DHeight:
            return p.maxSurface2D[1];
        case cudaDevAttrMaxSurface3DWidth:
            return p.maxSurface3D[0];
        case cudaDevAttrMaxSurface3DHeight:
            return p.maxSurface3D[1];
        case cudaDevAttrMaxSurface3DDepth:
            return p.maxSurface3D[2];
        case cudaDevAttrSurfaceAlignment:
            return int(p.surfaceAlignment);
        case cudaDevAttrTexturePitchAlignment:
            return int(p.texturePitchAlignment);
        case cudaDevAttrSingleToDoublePrecisionPerfRatio:
            return p.singleToDoublePrecisionPerfRatio;
        case cudaDevAttrComputePreemptionSupported:
            return p.computePreemptionSupported;
        case cudaDevAttrCanUseHostPointerForRegisteredMem:
            return p.canUseHostPointerForRegisteredMem;
        // What the simulated device does not have.
        case cudaDevAttrMaxTexture2DLayeredWidth:
        case cudaDevAttrMaxTexture2DLayeredHeight:
        case cudaDevAttrMaxTexture2DLayeredLayers:
        case cudaDevAttrTccDriver:
        case cudaDevAttrMaxTexture1DLayeredWidth:
        case cudaDevAttrMaxTexture1DLayeredLayers:
        case cudaDevAttrMaxTexture2DGatherWidth:
        case cudaDevAttrMaxTexture2DGatherHeight:
        case cudaDevAttrPciDomainId:
        case cudaDevAttrMaxTextureCubemapWidth:
        case cudaDevAttrMaxTextureCubemapLayeredWidth:
        case cudaDevAttrMaxTextureCubemapLayeredLayers:
        case cudaDevAttrMaxSurface1DLayeredWidth:
        case cudaDevAttrMaxSurface1DLayeredLayers:
        case cudaDevAttrMaxSurface2DLayeredWidth:
        case cudaDevAttrMaxSurface2DLayeredHeight:
        case cudaDevAttrMaxSurface2DLayeredLayers:
        case cudaDevAttrMaxSurfaceCubemapWidth:
        case cudaDevAttrMaxSurfaceCubemapLayeredWidth:
        case cudaDevAttrMaxSurfaceCubemapLayeredLayers:
        case cudaDevAttrMaxTexture2DMipmappedWidth:
        case cudaDevAttrMaxTexture2DMipmappedHeight:
        case cudaDevAttrMaxTexture1DMipmappedWidth:
        case cudaDevAttrIsMultiGpuBoard:
        case cudaDevAttrMultiGpuBoardGroupID:
        case cudaDevAttrCooperativeMultiDeviceLaunch:
        case cudaDevAttrCanFlushRemoteWrites:
        case cudaDevAttrPageableMemoryAccessUsesHostPageTables:
        case cudaDevAttrDirectManagedMemAccessFromHost:
        case cudaDevAttrMaxPersistingL2CacheSize:
        case cudaDevAttrMaxAccessPolicyWindowSize:
        case cudaDevAttrSparseCudaArraySupported:
        case cudaDevAttrHostRegisterReadOnlySupported:
        case cudaDevAttrTimelineSemaphoreInteropSupported:
        case cudaDevAttrGPUDirectRDMASupported:
        case cudaDevAttrGPUDirectRDMAFlushWritesOptions:
        case cudaDevAttrGPUDirectRDMAWritesOrdering:
        case cudaDevAttrMemoryPoolSupportedHandleTypes:
        case cudaDevAttrDeferredMappingCudaArraySupported:
        case cudaDevAttrIpcEventSupport:
        case cudaDevAttrMemSyncDomainCount:
        case cudaDevAttrNumaConfig:
        case cudaDevAttrNumaId:
        case cudaDevAttrMpsEnabled:
        case cudaDevAttrHostNumaId:
        case cudaDevAttrD3D12CigSupported:
        case cudaDevAttrVulkanCigSupported:
        case cudaDevAttrGpuPciDeviceId:
        case cudaDevAttrGpuPciSubsystemId:
        case cudaDevAttrHostNumaMemoryPoolsSupported:
        case cudaDevAttrHostNumaMultinodeIpcSupported:
        case cudaDevAttrHostMemoryPoolsSupported:
        case cudaDevAttrOnlyPartialHostNativeAtomicSupported:
            return 0;
    }
    return -1;
}

cudaError_t accepted() {
    return api::call([] { return cudaSuccess; });
}

}  // namespace

// These ask the driver, not the device, and answer when it is lost, too.
cudaError_t cudaGetDeviceCount(int* count) {
    return api::call_driver([&] { return api::put(count, 1); });
}

cudaError_t cudaGetDevice(int* device) {
    return api::call_driver([&] { return api::put(device, 0); });
}

cudaError_t cudaSetDevice(int device) {
    return api::call([&] { return is_device(device) ? cudaSuccess : cudaErrorInvalidDevice; });
}

cudaError_t cudaChooseDevice(int* device, const cudaDeviceProp*) {
    return cudaGetDevice(device);
}

cudaError_t cudaGetDeviceProperties(cudaDeviceProp* prop, int device) {
    return api::call_driver([&] {
        if (!is_device(device)) return cudaErrorInvalidDevice;
        return api::put(prop, properties());
    });
}

cudaError_t cudaDeviceGetAttribute(int* value, cudaDeviceAttr attr, int device) {
    return api::call([&] {
        if (!is_device(device)) return cudaErrorInvalidDevice;
        const int found = attribute(attr, properties());
        if (found < 0) return cudaErrorInvalidValue;
        return api::put(value, found);
    });
}

cudaError_t cudaDeviceSynchronize() {
    return api::call([] {
        if (const cudaError_t error = api::check_wait_for_all(); error != cudaSuccess) return error;
        api::finish_all();
        if (api::lost_device_error() != cudaSuccess) return api::learn_lost_device_error();
        race::host_waits_device();
        return cudaSuccess;
    });
}

// Gives back everything the program holds on the device, and a lost device its health.
cudaError_t cudaDeviceReset() {
    api::initialise();
    api::forget_all();
    race::host_waits_device();
    memory::device().free_all();
    memory::host_visible().free_all();
    api::reset_device_errors();
    return cudaSuccess;
}

cudaError_t cudaSetDeviceFlags(unsigned int flags) {
    device_flags = flags;
    return accepted();
}
cudaError_t cudaGetDeviceFlags(unsigned int* flags) {
    return api::call([&] { return api::put(flags, device_flags); });
}

cudaError_t cudaDeviceSetLimit(cudaLimit limit, size_t value) {
    return api::call([&] {
        std::size_t* const known = limit_of(limit);
        if (!known) return cudaErrorInvalidValue;
        return api::put(known, value);
    });
}

cudaError_t cudaDeviceGetLimit(size_t* value, cudaLimit limit) {
    return api::call([&] {
        const std::size_t* const known = limit_of(limit);
        if (!known) return cudaErrorInvalidValue;
        return api::put(value, *known);
    });
}

// Hints to a cache that is not simulated.
cudaError_t cudaDeviceSetCacheConfig(cudaFuncCache) {
    return accepted();
}
cudaError_t cudaDeviceGetCacheConfig(cudaFuncCache* config) {
    return api::call([&] { return api::put(config, cudaFuncCachePreferNone); });
}
cudaError_t cudaDeviceSetSharedMemConfig(cudaSharedMemConfig) {
    return accepted();
}

cudaError_t cudaDeviceGetSharedMemConfig(cudaSharedMemConfig* config) {
    return api::call([&] { return api::put(config, cudaSharedMemBankSizeFourByte); });
}

// The one device sits where the first card of a machine often sits.
cudaError_t cudaDeviceGetPCIBusId(char* id, int length, int device) {
    return api::call([&] {
        if (!is_device(device)) return cudaErrorInvalidDevice;
        if (!id || length < int(sizeof bus_id)) return cudaErrorInvalidValue;
        std::memcpy(id, bus_id, sizeof bus_id);
        return cudaSuccess;
    });
}
cudaError_t cudaDeviceGetByPCIBusId(int* device, const char* id) {
    return api::call([&] {
        if (!device || !id) return cudaErrorInvalidValue;
        if (std::strcmp(id, bus_id) != 0) return cudaErrorInvalidDevice;
        return api::put(device, 0);
    });
}
cudaError_t cudaInitDevice(int device, unsigned int, unsigned int) {
    return cudaSetDevice(device);
}

cudaError_t cudaDeviceCanAccessPeer(int* can, int device, int peer) {
    return api::call([&] {
        if (!is_device(device) || !is_device(peer)) return cudaErrorInvalidDevice;
        return api::put(can, 0);
    });
}

// There is no second device, and a device is no peer of itself.
cudaError_t cudaDeviceEnablePeerAccess(int, unsigned int) {
    return api::call([] { return cudaErrorInvalidDevice; });
}
cudaError_t cudaDeviceDisablePeerAccess(int peer) {
    return cudaDeviceEnablePeerAccess(peer, 0);
}
cudaError_t cudaMemcpyPeer(void* to, int to_device, const void* from, int from_device,
                           size_t size) {
    if (!is_device(to_device) || !is_device(from_device)) return cudaSetDevice(-1);
    return cudaMemcpy(to, from, size, cudaMemcpyDeviceToDevice);
}
cudaError_t cudaMemcpyPeerAsync(void* to, int to_device, const void* from, int from_device,
                                size_t size, cudaStream_t stream) {
    if (!is_device(to_device) || !is_device(from_device)) return cudaSetDevice(-1);
    return cudaMemcpyAsync(to, from, size, cudaMemcpyDeviceToDevice, stream);
}

cudaError_t cudaDriverGetVersion(int* version) {
    return api::put(version, CUDART_VERSION);
}
cudaError_t cudaRuntimeGetVersion(int* version) {
    return api::put(version, CUDART_VERSION);
}

cudaError_t cudaProfilerStart() {
    return accepted();
}
cudaError_t cudaProfilerStop() {
    return accepted();
}
