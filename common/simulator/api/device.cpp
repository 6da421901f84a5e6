// Queries about the device, and the few settings it has. There is one device.
#include <cstdio>
#include <cstring>
#include <string>

#include "cusim/runtime_api.hpp"
#include "simulator/api/attributes.hpp"
#include "simulator/api/calls/refused_call.hpp"
#include "simulator/api/calls/status.hpp"
#include "simulator/api/streams/capture.hpp"
#include "simulator/device/profile.hpp"
#include "simulator/memory/device_memory.hpp"
#include "simulator/race/events.hpp"
#include "simulator/race/host_access.hpp"

using namespace cusim;

namespace {

// The stack that a simulated thread really has, and CUDA's default.
std::size_t stack_limit = 64 * 1024, printf_limit = 1024 * 1024;
// Limits of features that are not simulated.
std::size_t launch_depth_limit = 2, pending_launches_limit = 2048, l2_granularity_limit = 64,
            persisting_l2_limit = 0;

// Returns nullptr for any other limit.
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

// The sizes of devices of compute capability 6.0 and later. The simulator itself is limited only by
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
    if (device.major >= 8) {
        p.persistingL2CacheMaxSize = p.l2CacheSize / 8 * 5;
        p.accessPolicyMaxWindowSize = 1 << 27;
    }
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

// A program that does not look at the error meets it later, for example as an exception of
// Thrust's. So the call is named.
cudaError_t require_device(int device, const void* pc, const char* call) {
    if (is_device(device)) return cudaSuccess;
    return api::refuse_call(
        cudaErrorInvalidDevice,
        "it asks for device " + std::to_string(device) + ", and the only device here is number 0",
        pc, call);
}

cudaError_t accepted() {
    return api::call([] { return cudaSuccess; });
}

}  // namespace

// The driver answers these calls even if the device is lost.
cudaError_t cudaGetDeviceCount(int* count) {
    return api::call_driver([&] { return api::put(count, 1); });
}

cudaError_t cudaGetDevice(int* device) {
    return api::call_driver([&] { return api::put(device, 0); });
}

cudaError_t cudaSetDevice(int device) {
    const void* const pc = __builtin_return_address(0);
    return api::call([&] { return require_device(device, pc, "cudaSetDevice"); });
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
        const auto found = api::attribute_of(properties(), attr);
        return found ? api::put(value, *found) : cudaErrorInvalidValue;
    });
}

cudaError_t cudaDeviceSynchronize() {
    const api::CaptureCall here{__func__, {.pc = __builtin_return_address(0)}};
    return api::call([&] {
        if (const cudaError_t error = api::check_wait_for_all(here); error != cudaSuccess)
            return error;
        api::finish_all();
        if (api::lost_device_error() != cudaSuccess) return api::learn_lost_device_error();
        race::host_waits_device();
        return cudaSuccess;
    });
}

// Frees everything that the program holds on the device, and makes a lost device usable again.
cudaError_t cudaDeviceReset() {
    const void* const pc = __builtin_return_address(0);
    api::initialise();
    api::forget_all();
    race::host_waits_device();
    memory::device().free_all(pc);
    memory::host_visible().free_all(pc);
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
        *known = value;
        return cudaSuccess;
    });
}

cudaError_t cudaDeviceGetLimit(size_t* value, cudaLimit limit) {
    return api::call([&] {
        const std::size_t* const known = limit_of(limit);
        if (!known) return cudaErrorInvalidValue;
        return api::put(value, *known);
    });
}

// Hints for a cache that is not simulated.
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

// The usual address of a machine's first card.
cudaError_t cudaDeviceGetPCIBusId(char* id, int length, int device) {
    return api::call([&] {
        if (!is_device(device)) return cudaErrorInvalidDevice;
        if (!id || length < int(sizeof bus_id)) return cudaErrorInvalidValue;
        race::check_host_target(id, sizeof bus_id);
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
    const void* const pc = __builtin_return_address(0);
    return api::call([&] { return require_device(device, pc, "cudaInitDevice"); });
}

cudaError_t cudaDeviceCanAccessPeer(int* can, int device, int peer) {
    return api::call([&] {
        if (!is_device(device) || !is_device(peer)) return cudaErrorInvalidDevice;
        return api::put(can, 0);
    });
}

// There is no second device, and a device is not its own peer.
cudaError_t cudaDeviceEnablePeerAccess(int, unsigned int) {
    return api::call([] { return cudaErrorInvalidDevice; });
}
cudaError_t cudaDeviceDisablePeerAccess(int peer) {
    return cudaDeviceEnablePeerAccess(peer, 0);
}
cudaError_t cudaMemcpyPeer(void* to, int to_device, const void* from, int from_device,
                           size_t size) {
    const int wrong = is_device(to_device) ? from_device : to_device;
    const void* const pc = __builtin_return_address(0);
    if (!is_device(wrong))
        return api::call([&] { return require_device(wrong, pc, "cudaMemcpyPeer"); });
    return cudaMemcpy(to, from, size, cudaMemcpyDeviceToDevice);
}
cudaError_t cudaMemcpyPeerAsync(void* to, int to_device, const void* from, int from_device,
                                size_t size, cudaStream_t stream) {
    const int wrong = is_device(to_device) ? from_device : to_device;
    const void* const pc = __builtin_return_address(0);
    if (!is_device(wrong))
        return api::call([&] { return require_device(wrong, pc, "cudaMemcpyPeerAsync"); });
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
