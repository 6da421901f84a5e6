// <cuda.h> on the simulator: the part of the driver API that queries the device and handles memory,
// streams and events. Each function calls the runtime function with the same meaning; CUresult has
// the values of cudaError_t. There is one context. Modules, and kernels obtained from them by name,
// are refused at the call.
#pragma once

#include <vector>

#include "cusim/driver_types.hpp"
#include "cusim/runtime_api.hpp"

#define CUDA_VERSION 13000
#define CUDAAPI

using CUstream = cudaStream_t;
using CUevent = cudaEvent_t;
using CUcontext = struct CUctx_st*;
using CUdevice = int;
using CUdeviceptr = unsigned long long;
using CUuuid = CUuuid_st;
using CUhostFn = cudaHostFn_t;
struct CUctxCreateParams;

enum CUresult {
    CUDA_SUCCESS = 0,
    CUDA_ERROR_INVALID_VALUE = 1,
    CUDA_ERROR_OUT_OF_MEMORY = 2,
    CUDA_ERROR_NOT_INITIALIZED = 3,
    CUDA_ERROR_DEINITIALIZED = 4,
    CUDA_ERROR_PROFILER_DISABLED = 5,
    CUDA_ERROR_PROFILER_NOT_INITIALIZED = 6,
    CUDA_ERROR_PROFILER_ALREADY_STARTED = 7,
    CUDA_ERROR_PROFILER_ALREADY_STOPPED = 8,
    CUDA_ERROR_STUB_LIBRARY = 34,
    CUDA_ERROR_CALL_REQUIRES_NEWER_DRIVER = 36,
    CUDA_ERROR_DEVICE_UNAVAILABLE = 46,
    CUDA_ERROR_NO_DEVICE = 100,
    CUDA_ERROR_INVALID_DEVICE = 101,
    CUDA_ERROR_DEVICE_NOT_LICENSED = 102,
    CUDA_ERROR_INVALID_IMAGE = 200,
    CUDA_ERROR_INVALID_CONTEXT = 201,
    CUDA_ERROR_CONTEXT_ALREADY_CURRENT = 202,
    CUDA_ERROR_MAP_FAILED = 205,
    CUDA_ERROR_UNMAP_FAILED = 206,
    CUDA_ERROR_ARRAY_IS_MAPPED = 207,
    CUDA_ERROR_ALREADY_MAPPED = 208,
    CUDA_ERROR_NO_BINARY_FOR_GPU = 209,
    CUDA_ERROR_ALREADY_ACQUIRED = 210,
    CUDA_ERROR_NOT_MAPPED = 211,
    CUDA_ERROR_NOT_MAPPED_AS_ARRAY = 212,
    CUDA_ERROR_NOT_MAPPED_AS_POINTER = 213,
    CUDA_ERROR_ECC_UNCORRECTABLE = 214,
    CUDA_ERROR_UNSUPPORTED_LIMIT = 215,
    CUDA_ERROR_CONTEXT_ALREADY_IN_USE = 216,
    CUDA_ERROR_PEER_ACCESS_UNSUPPORTED = 217,
    CUDA_ERROR_INVALID_PTX = 218,
    CUDA_ERROR_INVALID_GRAPHICS_CONTEXT = 219,
    CUDA_ERROR_NVLINK_UNCORRECTABLE = 220,
    CUDA_ERROR_JIT_COMPILER_NOT_FOUND = 221,
    CUDA_ERROR_UNSUPPORTED_PTX_VERSION = 222,
    CUDA_ERROR_JIT_COMPILATION_DISABLED = 223,
    CUDA_ERROR_UNSUPPORTED_EXEC_AFFINITY = 224,
    CUDA_ERROR_UNSUPPORTED_DEVSIDE_SYNC = 225,
    CUDA_ERROR_CONTAINED = 226,
    CUDA_ERROR_INVALID_SOURCE = 300,
    CUDA_ERROR_FILE_NOT_FOUND = 301,
    CUDA_ERROR_SHARED_OBJECT_SYMBOL_NOT_FOUND = 302,
    CUDA_ERROR_SHARED_OBJECT_INIT_FAILED = 303,
    CUDA_ERROR_OPERATING_SYSTEM = 304,
    CUDA_ERROR_INVALID_HANDLE = 400,
    CUDA_ERROR_ILLEGAL_STATE = 401,
    CUDA_ERROR_LOSSY_QUERY = 402,
    CUDA_ERROR_NOT_FOUND = 500,
    CUDA_ERROR_NOT_READY = 600,
    CUDA_ERROR_ILLEGAL_ADDRESS = 700,
    CUDA_ERROR_LAUNCH_OUT_OF_RESOURCES = 701,
    CUDA_ERROR_LAUNCH_TIMEOUT = 702,
    CUDA_ERROR_LAUNCH_INCOMPATIBLE_TEXTURING = 703,
    CUDA_ERROR_PEER_ACCESS_ALREADY_ENABLED = 704,
    CUDA_ERROR_PEER_ACCESS_NOT_ENABLED = 705,
    CUDA_ERROR_PRIMARY_CONTEXT_ACTIVE = 708,
    CUDA_ERROR_CONTEXT_IS_DESTROYED = 709,
    CUDA_ERROR_ASSERT = 710,
    CUDA_ERROR_TOO_MANY_PEERS = 711,
    CUDA_ERROR_HOST_MEMORY_ALREADY_REGISTERED = 712,
    CUDA_ERROR_HOST_MEMORY_NOT_REGISTERED = 713,
    CUDA_ERROR_HARDWARE_STACK_ERROR = 714,
    CUDA_ERROR_ILLEGAL_INSTRUCTION = 715,
    CUDA_ERROR_MISALIGNED_ADDRESS = 716,
    CUDA_ERROR_INVALID_ADDRESS_SPACE = 717,
    CUDA_ERROR_INVALID_PC = 718,
    CUDA_ERROR_LAUNCH_FAILED = 719,
    CUDA_ERROR_COOPERATIVE_LAUNCH_TOO_LARGE = 720,
    CUDA_ERROR_TENSOR_MEMORY_LEAK = 721,
    CUDA_ERROR_NOT_PERMITTED = 800,
    CUDA_ERROR_NOT_SUPPORTED = 801,
    CUDA_ERROR_SYSTEM_NOT_READY = 802,
    CUDA_ERROR_SYSTEM_DRIVER_MISMATCH = 803,
    CUDA_ERROR_COMPAT_NOT_SUPPORTED_ON_DEVICE = 804,
    CUDA_ERROR_MPS_CONNECTION_FAILED = 805,
    CUDA_ERROR_MPS_RPC_FAILURE = 806,
    CUDA_ERROR_MPS_SERVER_NOT_READY = 807,
    CUDA_ERROR_MPS_MAX_CLIENTS_REACHED = 808,
    CUDA_ERROR_MPS_MAX_CONNECTIONS_REACHED = 809,
    CUDA_ERROR_MPS_CLIENT_TERMINATED = 810,
    CUDA_ERROR_CDP_NOT_SUPPORTED = 811,
    CUDA_ERROR_CDP_VERSION_MISMATCH = 812,
    CUDA_ERROR_STREAM_CAPTURE_UNSUPPORTED = 900,
    CUDA_ERROR_STREAM_CAPTURE_INVALIDATED = 901,
    CUDA_ERROR_STREAM_CAPTURE_MERGE = 902,
    CUDA_ERROR_STREAM_CAPTURE_UNMATCHED = 903,
    CUDA_ERROR_STREAM_CAPTURE_UNJOINED = 904,
    CUDA_ERROR_STREAM_CAPTURE_ISOLATION = 905,
    CUDA_ERROR_STREAM_CAPTURE_IMPLICIT = 906,
    CUDA_ERROR_CAPTURED_EVENT = 907,
    CUDA_ERROR_STREAM_CAPTURE_WRONG_THREAD = 908,
    CUDA_ERROR_TIMEOUT = 909,
    CUDA_ERROR_GRAPH_EXEC_UPDATE_FAILURE = 910,
    CUDA_ERROR_EXTERNAL_DEVICE = 911,
    CUDA_ERROR_INVALID_CLUSTER_SIZE = 912,
    CUDA_ERROR_FUNCTION_NOT_LOADED = 913,
    CUDA_ERROR_INVALID_RESOURCE_TYPE = 914,
    CUDA_ERROR_INVALID_RESOURCE_CONFIGURATION = 915,
    CUDA_ERROR_KEY_ROTATION = 916,
    CUDA_ERROR_UNKNOWN = 999,
};

// The runtime's attribute numbers under the driver's names.
enum CUdevice_attribute {
    CU_DEVICE_ATTRIBUTE_MAX_THREADS_PER_BLOCK = 1,
    CU_DEVICE_ATTRIBUTE_MAX_BLOCK_DIM_X = 2,
    CU_DEVICE_ATTRIBUTE_MAX_BLOCK_DIM_Y = 3,
    CU_DEVICE_ATTRIBUTE_MAX_BLOCK_DIM_Z = 4,
    CU_DEVICE_ATTRIBUTE_MAX_GRID_DIM_X = 5,
    CU_DEVICE_ATTRIBUTE_MAX_GRID_DIM_Y = 6,
    CU_DEVICE_ATTRIBUTE_MAX_GRID_DIM_Z = 7,
    CU_DEVICE_ATTRIBUTE_MAX_SHARED_MEMORY_PER_BLOCK = 8,
    CU_DEVICE_ATTRIBUTE_TOTAL_CONSTANT_MEMORY = 9,
    CU_DEVICE_ATTRIBUTE_WARP_SIZE = 10,
    CU_DEVICE_ATTRIBUTE_MAX_PITCH = 11,
    CU_DEVICE_ATTRIBUTE_MAX_REGISTERS_PER_BLOCK = 12,
    CU_DEVICE_ATTRIBUTE_CLOCK_RATE = 13,
    CU_DEVICE_ATTRIBUTE_TEXTURE_ALIGNMENT = 14,
    CU_DEVICE_ATTRIBUTE_GPU_OVERLAP = 15,
    CU_DEVICE_ATTRIBUTE_MULTIPROCESSOR_COUNT = 16,
    CU_DEVICE_ATTRIBUTE_KERNEL_EXEC_TIMEOUT = 17,
    CU_DEVICE_ATTRIBUTE_INTEGRATED = 18,
    CU_DEVICE_ATTRIBUTE_CAN_MAP_HOST_MEMORY = 19,
    CU_DEVICE_ATTRIBUTE_COMPUTE_MODE = 20,
    CU_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURE1D_WIDTH = 21,
    CU_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURE2D_WIDTH = 22,
    CU_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURE2D_HEIGHT = 23,
    CU_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURE3D_WIDTH = 24,
    CU_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURE3D_HEIGHT = 25,
    CU_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURE3D_DEPTH = 26,
    CU_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURE2D_LAYERED_WIDTH = 27,
    CU_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURE2D_LAYERED_HEIGHT = 28,
    CU_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURE2D_LAYERED_LAYERS = 29,
    CU_DEVICE_ATTRIBUTE_SURFACE_ALIGNMENT = 30,
    CU_DEVICE_ATTRIBUTE_CONCURRENT_KERNELS = 31,
    CU_DEVICE_ATTRIBUTE_ECC_ENABLED = 32,
    CU_DEVICE_ATTRIBUTE_PCI_BUS_ID = 33,
    CU_DEVICE_ATTRIBUTE_PCI_DEVICE_ID = 34,
    CU_DEVICE_ATTRIBUTE_TCC_DRIVER = 35,
    CU_DEVICE_ATTRIBUTE_MEMORY_CLOCK_RATE = 36,
    CU_DEVICE_ATTRIBUTE_GLOBAL_MEMORY_BUS_WIDTH = 37,
    CU_DEVICE_ATTRIBUTE_L2_CACHE_SIZE = 38,
    CU_DEVICE_ATTRIBUTE_MAX_THREADS_PER_MULTIPROCESSOR = 39,
    CU_DEVICE_ATTRIBUTE_ASYNC_ENGINE_COUNT = 40,
    CU_DEVICE_ATTRIBUTE_UNIFIED_ADDRESSING = 41,
    CU_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURE1D_LAYERED_WIDTH = 42,
    CU_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURE1D_LAYERED_LAYERS = 43,
    CU_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURE2D_GATHER_WIDTH = 45,
    CU_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURE2D_GATHER_HEIGHT = 46,
    CU_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURE3D_WIDTH_ALTERNATE = 47,
    CU_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURE3D_HEIGHT_ALTERNATE = 48,
    CU_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURE3D_DEPTH_ALTERNATE = 49,
    CU_DEVICE_ATTRIBUTE_PCI_DOMAIN_ID = 50,
    CU_DEVICE_ATTRIBUTE_TEXTURE_PITCH_ALIGNMENT = 51,
    CU_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURECUBEMAP_WIDTH = 52,
    CU_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURECUBEMAP_LAYERED_WIDTH = 53,
    CU_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURECUBEMAP_LAYERED_LAYERS = 54,
    CU_DEVICE_ATTRIBUTE_MAXIMUM_SURFACE1D_WIDTH = 55,
    CU_DEVICE_ATTRIBUTE_MAXIMUM_SURFACE2D_WIDTH = 56,
    CU_DEVICE_ATTRIBUTE_MAXIMUM_SURFACE2D_HEIGHT = 57,
    CU_DEVICE_ATTRIBUTE_MAXIMUM_SURFACE3D_WIDTH = 58,
    CU_DEVICE_ATTRIBUTE_MAXIMUM_SURFACE3D_HEIGHT = 59,
    CU_DEVICE_ATTRIBUTE_MAXIMUM_SURFACE3D_DEPTH = 60,
    CU_DEVICE_ATTRIBUTE_MAXIMUM_SURFACE1D_LAYERED_WIDTH = 61,
    CU_DEVICE_ATTRIBUTE_MAXIMUM_SURFACE1D_LAYERED_LAYERS = 62,
    CU_DEVICE_ATTRIBUTE_MAXIMUM_SURFACE2D_LAYERED_WIDTH = 63,
    CU_DEVICE_ATTRIBUTE_MAXIMUM_SURFACE2D_LAYERED_HEIGHT = 64,
    CU_DEVICE_ATTRIBUTE_MAXIMUM_SURFACE2D_LAYERED_LAYERS = 65,
    CU_DEVICE_ATTRIBUTE_MAXIMUM_SURFACECUBEMAP_WIDTH = 66,
    CU_DEVICE_ATTRIBUTE_MAXIMUM_SURFACECUBEMAP_LAYERED_WIDTH = 67,
    CU_DEVICE_ATTRIBUTE_MAXIMUM_SURFACECUBEMAP_LAYERED_LAYERS = 68,
    CU_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURE1D_LINEAR_WIDTH = 69,
    CU_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURE2D_LINEAR_WIDTH = 70,
    CU_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURE2D_LINEAR_HEIGHT = 71,
    CU_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURE2D_LINEAR_PITCH = 72,
    CU_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURE2D_MIPMAPPED_WIDTH = 73,
    CU_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURE2D_MIPMAPPED_HEIGHT = 74,
    CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MAJOR = 75,
    CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MINOR = 76,
    CU_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURE1D_MIPMAPPED_WIDTH = 77,
    CU_DEVICE_ATTRIBUTE_STREAM_PRIORITIES_SUPPORTED = 78,
    CU_DEVICE_ATTRIBUTE_GLOBAL_L1_CACHE_SUPPORTED = 79,
    CU_DEVICE_ATTRIBUTE_LOCAL_L1_CACHE_SUPPORTED = 80,
    CU_DEVICE_ATTRIBUTE_MAX_SHARED_MEMORY_PER_MULTIPROCESSOR = 81,
    CU_DEVICE_ATTRIBUTE_MAX_REGISTERS_PER_MULTIPROCESSOR = 82,
    CU_DEVICE_ATTRIBUTE_MANAGED_MEMORY = 83,
    CU_DEVICE_ATTRIBUTE_MULTI_GPU_BOARD = 84,
    CU_DEVICE_ATTRIBUTE_MULTI_GPU_BOARD_GROUP_ID = 85,
    CU_DEVICE_ATTRIBUTE_HOST_NATIVE_ATOMIC_SUPPORTED = 86,
    CU_DEVICE_ATTRIBUTE_SINGLE_TO_DOUBLE_PRECISION_PERF_RATIO = 87,
    CU_DEVICE_ATTRIBUTE_PAGEABLE_MEMORY_ACCESS = 88,
    CU_DEVICE_ATTRIBUTE_CONCURRENT_MANAGED_ACCESS = 89,
    CU_DEVICE_ATTRIBUTE_COMPUTE_PREEMPTION_SUPPORTED = 90,
    CU_DEVICE_ATTRIBUTE_CAN_USE_HOST_POINTER_FOR_REGISTERED_MEM = 91,
    CU_DEVICE_ATTRIBUTE_COOPERATIVE_LAUNCH = 95,
    CU_DEVICE_ATTRIBUTE_COOPERATIVE_MULTI_DEVICE_LAUNCH = 96,
    CU_DEVICE_ATTRIBUTE_MAX_SHARED_MEMORY_PER_BLOCK_OPTIN = 97,
    CU_DEVICE_ATTRIBUTE_CAN_FLUSH_REMOTE_WRITES = 98,
    CU_DEVICE_ATTRIBUTE_HOST_REGISTER_SUPPORTED = 99,
    CU_DEVICE_ATTRIBUTE_PAGEABLE_MEMORY_ACCESS_USES_HOST_PAGE_TABLES = 100,
    CU_DEVICE_ATTRIBUTE_DIRECT_MANAGED_MEM_ACCESS_FROM_HOST = 101,
    CU_DEVICE_ATTRIBUTE_MAX_BLOCKS_PER_MULTIPROCESSOR = 106,
    CU_DEVICE_ATTRIBUTE_MAX_PERSISTING_L2_CACHE_SIZE = 108,
    CU_DEVICE_ATTRIBUTE_MAX_ACCESS_POLICY_WINDOW_SIZE = 109,
    CU_DEVICE_ATTRIBUTE_RESERVED_SHARED_MEMORY_PER_BLOCK = 111,
    CU_DEVICE_ATTRIBUTE_SPARSE_CUDA_ARRAY_SUPPORTED = 112,
    CU_DEVICE_ATTRIBUTE_READ_ONLY_HOST_REGISTER_SUPPORTED = 113,
    CU_DEVICE_ATTRIBUTE_TIMELINE_SEMAPHORE_INTEROP_SUPPORTED = 114,
    CU_DEVICE_ATTRIBUTE_MEMORY_POOLS_SUPPORTED = 115,
    CU_DEVICE_ATTRIBUTE_GPU_DIRECT_RDMA_SUPPORTED = 116,
    CU_DEVICE_ATTRIBUTE_GPU_DIRECT_RDMA_FLUSH_WRITES_OPTIONS = 117,
    CU_DEVICE_ATTRIBUTE_GPU_DIRECT_RDMA_WRITES_ORDERING = 118,
    CU_DEVICE_ATTRIBUTE_MEMPOOL_SUPPORTED_HANDLE_TYPES = 119,
    CU_DEVICE_ATTRIBUTE_CLUSTER_LAUNCH = 120,
    CU_DEVICE_ATTRIBUTE_DEFERRED_MAPPING_CUDA_ARRAY_SUPPORTED = 121,
    CU_DEVICE_ATTRIBUTE_IPC_EVENT_SUPPORTED = 125,
    CU_DEVICE_ATTRIBUTE_MEM_SYNC_DOMAIN_COUNT = 126,
    CU_DEVICE_ATTRIBUTE_NUMA_CONFIG = 130,
    CU_DEVICE_ATTRIBUTE_NUMA_ID = 131,
    CU_DEVICE_ATTRIBUTE_MPS_ENABLED = 133,
    CU_DEVICE_ATTRIBUTE_HOST_NUMA_ID = 134,
    CU_DEVICE_ATTRIBUTE_D3D12_CIG_SUPPORTED = 135,
    CU_DEVICE_ATTRIBUTE_VULKAN_CIG_SUPPORTED = 138,
    CU_DEVICE_ATTRIBUTE_GPU_PCI_DEVICE_ID = 139,
    CU_DEVICE_ATTRIBUTE_GPU_PCI_SUBSYSTEM_ID = 140,
    CU_DEVICE_ATTRIBUTE_HOST_NUMA_MEMORY_POOLS_SUPPORTED = 142,
    CU_DEVICE_ATTRIBUTE_HOST_NUMA_MULTINODE_IPC_SUPPORTED = 143,
    CU_DEVICE_ATTRIBUTE_HOST_MEMORY_POOLS_SUPPORTED = 144,
    CU_DEVICE_ATTRIBUTE_ONLY_PARTIAL_HOST_NATIVE_ATOMIC_SUPPORTED = 147,
};

enum CUctx_flags {
    CU_CTX_SCHED_AUTO = 0,
    CU_CTX_SCHED_SPIN = 1,
    CU_CTX_SCHED_YIELD = 2,
    CU_CTX_SCHED_BLOCKING_SYNC = 4,
    CU_CTX_MAP_HOST = 8,
};
enum CUstream_flags { CU_STREAM_DEFAULT = 0, CU_STREAM_NON_BLOCKING = 1 };
enum CUevent_flags {
    CU_EVENT_DEFAULT = 0,
    CU_EVENT_BLOCKING_SYNC = 1,
    CU_EVENT_DISABLE_TIMING = 2,
};
enum CUmemAttach_flags {
    CU_MEM_ATTACH_GLOBAL = 1,
    CU_MEM_ATTACH_HOST = 2,
    CU_MEM_ATTACH_SINGLE = 4,
};

// The runtime's limits under the driver's names.
enum CUlimit {
    CU_LIMIT_STACK_SIZE = cudaLimitStackSize,
    CU_LIMIT_PRINTF_FIFO_SIZE = cudaLimitPrintfFifoSize,
    CU_LIMIT_MALLOC_HEAP_SIZE = cudaLimitMallocHeapSize,
    CU_LIMIT_DEV_RUNTIME_SYNC_DEPTH = cudaLimitDevRuntimeSyncDepth,
    CU_LIMIT_DEV_RUNTIME_PENDING_LAUNCH_COUNT = cudaLimitDevRuntimePendingLaunchCount,
    CU_LIMIT_MAX_L2_FETCH_GRANULARITY = cudaLimitMaxL2FetchGranularity,
    CU_LIMIT_PERSISTING_L2_CACHE_SIZE = cudaLimitPersistingL2CacheSize,
};

namespace cusim::detail {

// Fills device memory with words of more than a byte, which cudaMemset has not.
template <class Word>
cudaError_t fill(CUdeviceptr to, Word value, size_t count) {
    const std::vector<Word> words(count, value);
    return cudaMemcpy((void*)to, words.data(), count * sizeof(Word), cudaMemcpyHostToDevice);
}

// The only context. cuCtxGetCurrent returns it once a context has been made current.
inline CUcontext the_context() {
    static char context;
    return reinterpret_cast<CUcontext>(&context);
}
inline CUcontext& current_context() {
    static CUcontext current = nullptr;
    return current;
}

}  // namespace cusim::detail

#define CUSIM_DRIVER(name, parameters, call) \
    inline CUresult name parameters {        \
        return (CUresult)(call);             \
    }

// ---- The device
// ----------------------------------------------------------------------------------
CUSIM_DRIVER(cuInit, (unsigned int), cudaFree(nullptr))
CUSIM_DRIVER(cuDriverGetVersion, (int* version), cudaDriverGetVersion(version))
CUSIM_DRIVER(cuDeviceGetCount, (int* count), cudaGetDeviceCount(count))
inline CUresult cuDeviceGet(CUdevice* device, int ordinal) {
    if (ordinal != 0) return CUDA_ERROR_INVALID_DEVICE;
    *device = ordinal;
    return CUDA_SUCCESS;
}
CUSIM_DRIVER(cuDeviceGetAttribute, (int* value, CUdevice_attribute attribute, CUdevice device),
             cudaDeviceGetAttribute(value, (cudaDeviceAttr)attribute, device))
inline CUresult cuDeviceGetName(char* name, int length, CUdevice device) {
    cudaDeviceProp properties;
    const cudaError_t error = cudaGetDeviceProperties(&properties, device);
    for (int i = 0; !error && i < length; ++i) {
        name[i] = i + 1 < length ? properties.name[i] : '\0';
        if (!name[i]) break;
    }
    return (CUresult)error;
}
inline CUresult cuDeviceTotalMem(size_t* bytes, CUdevice device) {
    cudaDeviceProp properties;
    const cudaError_t error = cudaGetDeviceProperties(&properties, device);
    if (!error) *bytes = properties.totalGlobalMem;
    return (CUresult)error;
}
inline CUresult cuDeviceComputeCapability(int* major, int* minor, CUdevice device) {
    const cudaError_t error =
        cudaDeviceGetAttribute(major, cudaDevAttrComputeCapabilityMajor, device);
    if (error) return (CUresult)error;
    return (CUresult)cudaDeviceGetAttribute(minor, cudaDevAttrComputeCapabilityMinor, device);
}
inline CUresult cuGetErrorName(CUresult error, const char** name) {
    *name = cudaGetErrorName((cudaError_t)error);
    return CUDA_SUCCESS;
}
inline CUresult cuGetErrorString(CUresult error, const char** text) {
    *text = cudaGetErrorString((cudaError_t)error);
    return CUDA_SUCCESS;
}

// ---- The context
// ---------------------------------------------------------------------------------
inline CUresult cuCtxSetCurrent(CUcontext context) {
    cusim::detail::current_context() = context;
    return CUDA_SUCCESS;
}
inline CUresult cuCtxGetCurrent(CUcontext* context) {
    *context = cusim::detail::current_context();
    return CUDA_SUCCESS;
}
inline CUresult cuDevicePrimaryCtxRetain(CUcontext* context, CUdevice device) {
    if (device != 0) return CUDA_ERROR_INVALID_DEVICE;
    *context = cusim::detail::the_context();
    return CUDA_SUCCESS;
}
inline CUresult cuDevicePrimaryCtxRelease(CUdevice) {
    return CUDA_SUCCESS;
}
inline CUresult cuCtxCreate(CUcontext* context, CUctxCreateParams*, unsigned int, CUdevice device) {
    const CUresult result = cuDevicePrimaryCtxRetain(context, device);
    return result == CUDA_SUCCESS ? cuCtxSetCurrent(*context) : result;
}
inline CUresult cuCtxCreate(CUcontext* context, unsigned int flags, CUdevice device) {
    return cuCtxCreate(context, nullptr, flags, device);
}
inline CUresult cuCtxDestroy(CUcontext) {
    return cuCtxSetCurrent(nullptr);
}
inline CUresult cuCtxPushCurrent(CUcontext context) {
    return cuCtxSetCurrent(context);
}
inline CUresult cuCtxPopCurrent(CUcontext* context) {
    *context = cusim::detail::current_context();
    return cuCtxSetCurrent(nullptr);
}
inline CUresult cuCtxGetDevice(CUdevice* device) {
    *device = 0;
    return CUDA_SUCCESS;
}
CUSIM_DRIVER(cuCtxSynchronize, (), cudaDeviceSynchronize())
CUSIM_DRIVER(cuCtxGetLimit, (size_t * value, CUlimit limit),
             cudaDeviceGetLimit(value, (cudaLimit)limit))
CUSIM_DRIVER(cuCtxSetLimit, (CUlimit limit, size_t value),
             cudaDeviceSetLimit((cudaLimit)limit, value))

// ---- Memory
// --------------------------------------------------------------------------------------
CUSIM_DRIVER(cuMemAlloc, (CUdeviceptr * pointer, size_t size), cudaMalloc((void**)pointer, size))
CUSIM_DRIVER(cuMemAllocManaged, (CUdeviceptr * pointer, size_t size, unsigned int flags),
             cudaMallocManaged((void**)pointer, size, flags))
CUSIM_DRIVER(cuMemAllocHost, (void** pointer, size_t size), cudaMallocHost(pointer, size))
CUSIM_DRIVER(cuMemHostAlloc, (void** pointer, size_t size, unsigned int flags),
             cudaHostAlloc(pointer, size, flags))
CUSIM_DRIVER(cuMemFree, (CUdeviceptr pointer), cudaFree((void*)pointer))
CUSIM_DRIVER(cuMemFreeHost, (void* pointer), cudaFreeHost(pointer))
CUSIM_DRIVER(cuMemGetInfo, (size_t * free, size_t* total), cudaMemGetInfo(free, total))
CUSIM_DRIVER(cuMemcpy, (CUdeviceptr to, CUdeviceptr from, size_t size),
             cudaMemcpy((void*)to, (const void*)from, size, cudaMemcpyDefault))
CUSIM_DRIVER(cuMemcpyHtoD, (CUdeviceptr to, const void* from, size_t size),
             cudaMemcpy((void*)to, from, size, cudaMemcpyHostToDevice))
CUSIM_DRIVER(cuMemcpyDtoH, (void* to, CUdeviceptr from, size_t size),
             cudaMemcpy(to, (const void*)from, size, cudaMemcpyDeviceToHost))
CUSIM_DRIVER(cuMemcpyDtoD, (CUdeviceptr to, CUdeviceptr from, size_t size),
             cudaMemcpy((void*)to, (const void*)from, size, cudaMemcpyDeviceToDevice))
CUSIM_DRIVER(cuMemcpyHtoDAsync, (CUdeviceptr to, const void* from, size_t size, CUstream stream),
             cudaMemcpyAsync((void*)to, from, size, cudaMemcpyHostToDevice, stream))
CUSIM_DRIVER(cuMemcpyDtoHAsync, (void* to, CUdeviceptr from, size_t size, CUstream stream),
             cudaMemcpyAsync(to, (const void*)from, size, cudaMemcpyDeviceToHost, stream))
CUSIM_DRIVER(cuMemcpyDtoDAsync, (CUdeviceptr to, CUdeviceptr from, size_t size, CUstream stream),
             cudaMemcpyAsync((void*)to, (const void*)from, size, cudaMemcpyDeviceToDevice, stream))
CUSIM_DRIVER(cuMemcpyAsync, (CUdeviceptr to, CUdeviceptr from, size_t size, CUstream stream),
             cudaMemcpyAsync((void*)to, (const void*)from, size, cudaMemcpyDefault, stream))
CUSIM_DRIVER(cuMemAllocPitch,
             (CUdeviceptr * pointer, size_t* pitch, size_t width, size_t height, unsigned int),
             cudaMallocPitch((void**)pointer, pitch, width, height))
CUSIM_DRIVER(cuMemsetD8, (CUdeviceptr to, unsigned char value, size_t count),
             cudaMemset((void*)to, value, count))
CUSIM_DRIVER(cuMemsetD8Async,
             (CUdeviceptr to, unsigned char value, size_t count, CUstream stream),
             cudaMemsetAsync((void*)to, value, count, stream))
CUSIM_DRIVER(cuMemsetD2D8,
             (CUdeviceptr to, size_t pitch, unsigned char value, size_t width, size_t height),
             cudaMemset2D((void*)to, pitch, value, width, height))
CUSIM_DRIVER(cuMemsetD16, (CUdeviceptr to, unsigned short value, size_t count),
             cusim::detail::fill(to, value, count))
CUSIM_DRIVER(cuMemsetD32, (CUdeviceptr to, unsigned int value, size_t count),
             cusim::detail::fill(to, value, count))

// ---- Streams and events
// --------------------------------------------------------------------------
CUSIM_DRIVER(cuStreamCreate, (CUstream * stream, unsigned int flags),
             cudaStreamCreateWithFlags(stream, flags))
CUSIM_DRIVER(cuStreamCreateWithPriority, (CUstream * stream, unsigned int flags, int priority),
             cudaStreamCreateWithPriority(stream, flags, priority))
CUSIM_DRIVER(cuLaunchHostFunc, (CUstream stream, CUhostFn function, void* data),
             cudaLaunchHostFunc(stream, function, data))
CUSIM_DRIVER(cuStreamDestroy, (CUstream stream), cudaStreamDestroy(stream))
CUSIM_DRIVER(cuStreamSynchronize, (CUstream stream), cudaStreamSynchronize(stream))
CUSIM_DRIVER(cuStreamQuery, (CUstream stream), cudaStreamQuery(stream))
CUSIM_DRIVER(cuStreamWaitEvent, (CUstream stream, CUevent event, unsigned int flags),
             cudaStreamWaitEvent(stream, event, flags))
CUSIM_DRIVER(cuEventCreate, (CUevent * event, unsigned int flags),
             cudaEventCreateWithFlags(event, flags))
CUSIM_DRIVER(cuEventDestroy, (CUevent event), cudaEventDestroy(event))
CUSIM_DRIVER(cuEventRecord, (CUevent event, CUstream stream), cudaEventRecord(event, stream))
CUSIM_DRIVER(cuEventSynchronize, (CUevent event), cudaEventSynchronize(event))
CUSIM_DRIVER(cuEventQuery, (CUevent event), cudaEventQuery(event))
CUSIM_DRIVER(cuEventElapsedTime, (float* milliseconds, CUevent start, CUevent end),
             cudaEventElapsedTime(milliseconds, start, end))
#undef CUSIM_DRIVER
