// The functions of the CUDA runtime API that the simulator provides. The templates below the extern
// "C" part are the typed forms that nvcc offers; they only cast.
#pragma once

#include "cusim/driver_types.hpp"
#include "cusim/graph_api.hpp"

#define CUDART_VERSION 13000
#define CUDART_CB
#define CUDARTAPI

using cudaStreamCallback_t = void (*)(cudaStream_t stream, cudaError_t status, void* userData);
using cudaHostFn_t = void (*)(void* userData);

extern "C" {

// ---- Errors ------------------------------------------------------------------------------------
cudaError_t cudaGetLastError();
cudaError_t cudaPeekAtLastError();
const char* cudaGetErrorName(cudaError_t error);
const char* cudaGetErrorString(cudaError_t error);

// ---- The device --------------------------------------------------------------------------------
cudaError_t cudaGetDeviceCount(int* count);
cudaError_t cudaGetDevice(int* device);
cudaError_t cudaSetDevice(int device);
cudaError_t cudaChooseDevice(int* device, const cudaDeviceProp* prop);
cudaError_t cudaGetDeviceProperties(cudaDeviceProp* prop, int device);
cudaError_t cudaDeviceGetAttribute(int* value, cudaDeviceAttr attr, int device);
cudaError_t cudaDeviceSynchronize();
cudaError_t cudaDeviceReset();
cudaError_t cudaSetDeviceFlags(unsigned int flags);
cudaError_t cudaGetDeviceFlags(unsigned int* flags);
cudaError_t cudaDeviceSetLimit(cudaLimit limit, size_t value);
cudaError_t cudaDeviceGetLimit(size_t* value, cudaLimit limit);
cudaError_t cudaDeviceSetCacheConfig(cudaFuncCache config);
cudaError_t cudaDeviceGetCacheConfig(cudaFuncCache* config);
cudaError_t cudaDeviceSetSharedMemConfig(cudaSharedMemConfig config);
cudaError_t cudaDeviceGetSharedMemConfig(cudaSharedMemConfig* config);
cudaError_t cudaDeviceGetPCIBusId(char* id, int length, int device);
cudaError_t cudaDeviceGetByPCIBusId(int* device, const char* id);
cudaError_t cudaInitDevice(int device, unsigned int device_flags, unsigned int flags);
cudaError_t cudaDeviceCanAccessPeer(int* can, int device, int peer);
cudaError_t cudaDeviceEnablePeerAccess(int peer, unsigned int flags);
cudaError_t cudaDeviceDisablePeerAccess(int peer);
cudaError_t cudaMemcpyPeer(void* to, int to_device, const void* from, int from_device, size_t size);
cudaError_t cudaMemcpyPeerAsync(void* to, int to_device, const void* from, int from_device,
                                size_t size, cudaStream_t stream = nullptr);
cudaError_t cudaDriverGetVersion(int* version);
cudaError_t cudaRuntimeGetVersion(int* version);
cudaError_t cudaProfilerStart();
cudaError_t cudaProfilerStop();

// ---- Memory ------------------------------------------------------------------------------------
cudaError_t cudaMalloc(void** pointer, size_t size);
cudaError_t cudaMallocPitch(void** pointer, size_t* pitch, size_t width, size_t height);
cudaError_t cudaMalloc3D(cudaPitchedPtr* pointer, cudaExtent extent);
cudaError_t cudaMallocAsync(void** pointer, size_t size, cudaStream_t stream);
cudaError_t cudaFree(void* pointer);
cudaError_t cudaFreeAsync(void* pointer, cudaStream_t stream);
cudaError_t cudaMallocHost(void** pointer, size_t size, unsigned int flags = cudaHostAllocDefault);
cudaError_t cudaHostAlloc(void** pointer, size_t size, unsigned int flags);
cudaError_t cudaFreeHost(void* pointer);
cudaError_t cudaHostRegister(void* pointer, size_t size, unsigned int flags);
cudaError_t cudaHostUnregister(void* pointer);
cudaError_t cudaHostGetDevicePointer(void** device, void* host, unsigned int flags);
cudaError_t cudaMallocManaged(void** pointer, size_t size,
                              unsigned int flags = cudaMemAttachGlobal);
cudaError_t cudaMemGetInfo(size_t* free, size_t* total);
cudaError_t cudaPointerGetAttributes(cudaPointerAttributes* attributes, const void* pointer);
cudaError_t cudaHostGetFlags(unsigned int* flags, void* host);

cudaError_t cudaDeviceGetDefaultMemPool(cudaMemPool_t* pool, int device);
cudaError_t cudaDeviceGetMemPool(cudaMemPool_t* pool, int device);
cudaError_t cudaDeviceSetMemPool(int device, cudaMemPool_t pool);
cudaError_t cudaMemPoolSetAttribute(cudaMemPool_t pool, cudaMemPoolAttr attribute, void* value);
cudaError_t cudaMemPoolGetAttribute(cudaMemPool_t pool, cudaMemPoolAttr attribute, void* value);
cudaError_t cudaMemPoolTrimTo(cudaMemPool_t pool, size_t bytes_to_keep);
cudaError_t cudaMemPoolCreate(cudaMemPool_t* pool, const cudaMemPoolProps* properties);
cudaError_t cudaMemPoolDestroy(cudaMemPool_t pool);
cudaError_t cudaMemPoolSetAccess(cudaMemPool_t pool, const cudaMemAccessDesc* accesses,
                                 size_t count);
cudaError_t cudaMemPoolGetAccess(cudaMemAccessFlags* flags, cudaMemPool_t pool,
                                 cudaMemLocation* location);
cudaError_t cudaMallocFromPoolAsync(void** pointer, size_t size, cudaMemPool_t pool,
                                    cudaStream_t stream);

cudaError_t cudaMemcpy(void* to, const void* from, size_t size, cudaMemcpyKind kind);
cudaError_t cudaMemcpyAsync(void* to, const void* from, size_t size, cudaMemcpyKind kind,
                            cudaStream_t stream = nullptr);
cudaError_t cudaMemcpy2D(void* to, size_t to_pitch, const void* from, size_t from_pitch,
                         size_t width, size_t height, cudaMemcpyKind kind);
cudaError_t cudaMemcpy2DAsync(void* to, size_t to_pitch, const void* from, size_t from_pitch,
                              size_t width, size_t height, cudaMemcpyKind kind,
                              cudaStream_t stream = nullptr);
cudaError_t cudaMemset(void* to, int value, size_t size);
cudaError_t cudaMemsetAsync(void* to, int value, size_t size, cudaStream_t stream = nullptr);
cudaError_t cudaMemset2D(void* to, size_t pitch, int value, size_t width, size_t height);
cudaError_t cudaMemset2DAsync(void* to, size_t pitch, int value, size_t width, size_t height,
                              cudaStream_t stream = nullptr);

cudaError_t cudaMemcpy3D(const cudaMemcpy3DParms* parameters);
cudaError_t cudaMemcpy3DAsync(const cudaMemcpy3DParms* parameters, cudaStream_t stream = nullptr);
cudaError_t cudaMemset3D(cudaPitchedPtr to, int value, cudaExtent extent);
cudaError_t cudaMemset3DAsync(cudaPitchedPtr to, int value, cudaExtent extent,
                              cudaStream_t stream = nullptr);

// ---- Arrays ------------------------------------------------------------------------------------
cudaChannelFormatDesc cudaCreateChannelDesc(int x, int y, int z, int w, cudaChannelFormatKind f);
cudaError_t cudaGetChannelDesc(cudaChannelFormatDesc* desc, cudaArray_const_t array);
cudaError_t cudaMallocArray(cudaArray_t* array, const cudaChannelFormatDesc* desc, size_t width,
                            size_t height = 0, unsigned int flags = cudaArrayDefault);
cudaError_t cudaMalloc3DArray(cudaArray_t* array, const cudaChannelFormatDesc* desc,
                              cudaExtent extent, unsigned int flags = cudaArrayDefault);
cudaError_t cudaFreeArray(cudaArray_t array);
cudaError_t cudaArrayGetInfo(cudaChannelFormatDesc* desc, cudaExtent* extent, unsigned int* flags,
                             cudaArray_t array);
// Offsets and widths are in bytes, even for the array.
cudaError_t cudaMemcpyToArray(cudaArray_t to, size_t x, size_t y, const void* from, size_t size,
                              cudaMemcpyKind kind);
cudaError_t cudaMemcpyFromArray(void* to, cudaArray_const_t from, size_t x, size_t y, size_t size,
                                cudaMemcpyKind kind);
cudaError_t cudaMemcpyToArrayAsync(cudaArray_t to, size_t x, size_t y, const void* from,
                                   size_t size, cudaMemcpyKind kind, cudaStream_t stream = nullptr);
cudaError_t cudaMemcpyFromArrayAsync(void* to, cudaArray_const_t from, size_t x, size_t y,
                                     size_t size, cudaMemcpyKind kind,
                                     cudaStream_t stream = nullptr);
cudaError_t cudaMemcpy2DToArray(cudaArray_t to, size_t x, size_t y, const void* from, size_t pitch,
                                size_t width, size_t height, cudaMemcpyKind kind);
cudaError_t cudaMemcpy2DFromArray(void* to, size_t pitch, cudaArray_const_t from, size_t x,
                                  size_t y, size_t width, size_t height, cudaMemcpyKind kind);
cudaError_t cudaMemcpy2DToArrayAsync(cudaArray_t to, size_t x, size_t y, const void* from,
                                     size_t pitch, size_t width, size_t height, cudaMemcpyKind kind,
                                     cudaStream_t stream = nullptr);
cudaError_t cudaMemcpy2DFromArrayAsync(void* to, size_t pitch, cudaArray_const_t from, size_t x,
                                       size_t y, size_t width, size_t height, cudaMemcpyKind kind,
                                       cudaStream_t stream = nullptr);

// ---- Streams and events ------------------------------------------------------------------------
cudaError_t cudaStreamCreate(cudaStream_t* stream);
cudaError_t cudaStreamCreateWithFlags(cudaStream_t* stream, unsigned int flags);
cudaError_t cudaStreamCreateWithPriority(cudaStream_t* stream, unsigned int flags, int priority);
cudaError_t cudaDeviceGetStreamPriorityRange(int* least, int* greatest);
cudaError_t cudaStreamGetPriority(cudaStream_t stream, int* priority);
cudaError_t cudaStreamGetFlags(cudaStream_t stream, unsigned int* flags);
cudaError_t cudaStreamSetAttribute(cudaStream_t stream, cudaStreamAttrID attribute,
                                   const cudaStreamAttrValue* value);
cudaError_t cudaStreamGetAttribute(cudaStream_t stream, cudaStreamAttrID attribute,
                                   cudaStreamAttrValue* value);
cudaError_t cudaStreamCopyAttributes(cudaStream_t to, cudaStream_t from);
cudaError_t cudaCtxResetPersistingL2Cache();
cudaError_t cudaStreamGetDevice(cudaStream_t stream, int* device);
cudaError_t cudaStreamGetId(cudaStream_t stream, unsigned long long* id);
cudaError_t cudaStreamAttachMemAsync(cudaStream_t stream, void* pointer, size_t length = 0,
                                     unsigned int flags = cudaMemAttachSingle);
cudaError_t cudaStreamDestroy(cudaStream_t stream);
cudaError_t cudaStreamSynchronize(cudaStream_t stream);
cudaError_t cudaStreamQuery(cudaStream_t stream);
cudaError_t cudaStreamWaitEvent(cudaStream_t stream, cudaEvent_t event, unsigned int flags = 0);
cudaError_t cudaStreamAddCallback(cudaStream_t stream, cudaStreamCallback_t callback,
                                  void* userData, unsigned int flags);
cudaError_t cudaLaunchHostFunc(cudaStream_t stream, cudaHostFn_t function, void* userData);
cudaError_t cudaEventDestroy(cudaEvent_t event);
cudaError_t cudaEventRecord(cudaEvent_t event, cudaStream_t stream = nullptr);
cudaError_t cudaEventRecordWithFlags(cudaEvent_t event, cudaStream_t stream = nullptr,
                                     unsigned int flags = 0);
cudaError_t cudaEventQuery(cudaEvent_t event);
cudaError_t cudaEventSynchronize(cudaEvent_t event);
cudaError_t cudaEventElapsedTime(float* milliseconds, cudaEvent_t start, cudaEvent_t end);

}  // extern "C"

// By `--default-stream per-thread`, for the whole program: stream 0 is cudaStreamPerThread.
extern "C" void __cusim_default_stream_per_thread();
#ifdef CUDA_API_PER_THREAD_DEFAULT_STREAM
__attribute__((constructor)) static void __cusim_choose_default_stream() {
    __cusim_default_stream_per_thread();
}
#endif

cudaError_t cudaEventCreate(cudaEvent_t* event);
cudaError_t cudaEventCreate(cudaEvent_t* event, unsigned int flags);
extern "C" cudaError_t cudaEventCreateWithFlags(cudaEvent_t* event, unsigned int flags);

// ---- Prefetching and advice: accepted, since the simulator has nothing to move --------------
enum cudaMemoryAdvise {
    cudaMemAdviseSetReadMostly = 1,
    cudaMemAdviseUnsetReadMostly = 2,
    cudaMemAdviseSetPreferredLocation = 3,
    cudaMemAdviseUnsetPreferredLocation = 4,
    cudaMemAdviseSetAccessedBy = 5,
    cudaMemAdviseUnsetAccessedBy = 6,
};
cudaError_t cudaMemPrefetchAsync(const void* pointer, size_t size, int device,
                                 cudaStream_t stream = nullptr);
cudaError_t cudaMemPrefetchAsync(const void* pointer, size_t size, cudaMemLocation location,
                                 unsigned int flags, cudaStream_t stream = nullptr);
cudaError_t cudaMemAdvise(const void* pointer, size_t size, cudaMemoryAdvise advice, int device);
cudaError_t cudaMemAdvise(const void* pointer, size_t size, cudaMemoryAdvise advice,
                          cudaMemLocation location);

// ---- Kernels by address ------------------------------------------------------------------------
cudaError_t cudaLaunchKernel(const void* kernel, dim3 grid, dim3 block, void** arguments,
                             size_t shared_bytes = 0, cudaStream_t stream = nullptr);
cudaError_t cudaLaunchCooperativeKernel(const void* kernel, dim3 grid, dim3 block, void** arguments,
                                        size_t shared_bytes = 0, cudaStream_t stream = nullptr);
cudaError_t cudaLaunchKernelExC(const cudaLaunchConfig_t* configuration, const void* kernel,
                                void** arguments);
cudaError_t cudaFuncGetAttributes(cudaFuncAttributes* attributes, const void* kernel);
cudaError_t cudaFuncSetAttribute(const void* kernel, cudaFuncAttribute attribute, int value);
cudaError_t cudaFuncSetCacheConfig(const void* kernel, cudaFuncCache config);
cudaError_t cudaFuncSetSharedMemConfig(const void* kernel, cudaSharedMemConfig config);
cudaError_t cudaOccupancyMaxActiveBlocksPerMultiprocessor(int* blocks, const void* kernel,
                                                          int block_size, size_t shared_bytes);
cudaError_t cudaOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(int* blocks, const void* kernel,
                                                                   int block_size,
                                                                   size_t shared_bytes,
                                                                   unsigned int flags);
cudaError_t cudaOccupancyAvailableDynamicSMemPerBlock(size_t* bytes, const void* kernel, int blocks,
                                                      int block_size);
// Of the configuration, the cluster's size matters (not to the second one), and block and shared
// memory.
cudaError_t cudaOccupancyMaxActiveClusters(int* clusters, const void* kernel,
                                           const cudaLaunchConfig_t* configuration);
cudaError_t cudaOccupancyMaxPotentialClusterSize(int* cluster_size, const void* kernel,
                                                 const cudaLaunchConfig_t* configuration);
cudaError_t cudaFuncGetName(const char** name, const void* kernel);

// ---- Symbols by address ------------------------------------------------------------------------
namespace cusim::detail {
cudaError_t symbol_address(void** pointer, const void* symbol);
cudaError_t symbol_size(size_t* size, const void* symbol);
cudaError_t best_block_size(int* min_grid, int* block, const void* kernel,
                            size_t (*shared_bytes)(const void* context, int block),
                            const void* context, int limit);
}  // namespace cusim::detail

// ---- The typed forms. C's casts: what a pointer points to may be const --------------------------
// Their place is that of the call, in programs without optimisation, too.
#define CUSIM_TYPED __attribute__((always_inline, artificial)) inline
template <class T>
CUSIM_TYPED cudaError_t cudaMalloc(T** pointer, size_t size) {
    return cudaMalloc((void**)pointer, size);
}
template <class T>
CUSIM_TYPED cudaError_t cudaMallocPitch(T** pointer, size_t* pitch, size_t width, size_t height) {
    return cudaMallocPitch((void**)pointer, pitch, width, height);
}
template <class T>
CUSIM_TYPED cudaError_t cudaMallocAsync(T** pointer, size_t size, cudaStream_t stream) {
    return cudaMallocAsync((void**)pointer, size, stream);
}
template <class T>
CUSIM_TYPED cudaError_t cudaMallocFromPoolAsync(T** pointer, size_t size, cudaMemPool_t pool,
                                           cudaStream_t stream) {
    return cudaMallocFromPoolAsync((void**)pointer, size, pool, stream);
}
template <class T>
CUSIM_TYPED cudaError_t cudaMallocAsync(T** pointer, size_t size, cudaMemPool_t pool,
                                   cudaStream_t stream) {
    return cudaMallocFromPoolAsync((void**)pointer, size, pool, stream);
}
template <class T>
CUSIM_TYPED cudaError_t cudaMallocHost(T** pointer, size_t size,
                                  unsigned int flags = cudaHostAllocDefault) {
    return cudaMallocHost((void**)pointer, size, flags);
}
template <class T>
CUSIM_TYPED cudaError_t cudaHostAlloc(T** pointer, size_t size, unsigned int flags) {
    return cudaHostAlloc((void**)pointer, size, flags);
}
template <class T>
CUSIM_TYPED cudaError_t cudaHostGetDevicePointer(T** device, void* host, unsigned int flags) {
    return cudaHostGetDevicePointer((void**)device, host, flags);
}
template <class T>
CUSIM_TYPED cudaError_t cudaMallocManaged(T** pointer, size_t size,
                                     unsigned int flags = cudaMemAttachGlobal) {
    return cudaMallocManaged((void**)pointer, size, flags);
}

template <class T>
CUSIM_TYPED cudaError_t cudaGetSymbolAddress(void** pointer, const T& symbol) {
    return cusim::detail::symbol_address(pointer, &symbol);
}
template <class T>
CUSIM_TYPED cudaError_t cudaGetSymbolSize(size_t* size, const T& symbol) {
    return cusim::detail::symbol_size(size, &symbol);
}

template <class R, class... P>
CUSIM_TYPED cudaError_t cudaLaunchKernel(R (*kernel)(P...), dim3 grid, dim3 block, void** arguments,
                                    size_t shared_bytes = 0, cudaStream_t stream = nullptr) {
    return cudaLaunchKernel(reinterpret_cast<const void*>(kernel), grid, block, arguments,
                            shared_bytes, stream);
}
template <class R, class... P>
CUSIM_TYPED cudaError_t cudaLaunchCooperativeKernel(R (*kernel)(P...), dim3 grid, dim3 block,
                                               void** arguments, size_t shared_bytes = 0,
                                               cudaStream_t stream = nullptr) {
    return cudaLaunchCooperativeKernel(reinterpret_cast<const void*>(kernel), grid, block,
                                       arguments, shared_bytes, stream);
}
// Converts the arguments to the types of the kernel's parameters.
template <class... P, class... A>
CUSIM_TYPED cudaError_t cudaLaunchKernelEx(
    const cudaLaunchConfig_t* configuration, void (*kernel)(P...), A&&... arguments) {
    return [&](P... values) __attribute__((always_inline)) {
        void* pointers[] = {const_cast<void*>(reinterpret_cast<const volatile void*>(&values))...,
                            nullptr};
        return cudaLaunchKernelExC(configuration, reinterpret_cast<const void*>(kernel), pointers);
    }
    (static_cast<A&&>(arguments)...);
}
template <class R, class... P>
CUSIM_TYPED cudaError_t cudaFuncGetAttributes(cudaFuncAttributes* attributes, R (*kernel)(P...)) {
    return cudaFuncGetAttributes(attributes, reinterpret_cast<const void*>(kernel));
}
template <class R, class... P>
CUSIM_TYPED cudaError_t cudaFuncSetAttribute(R (*kernel)(P...), cudaFuncAttribute attribute, int value) {
    return cudaFuncSetAttribute(reinterpret_cast<const void*>(kernel), attribute, value);
}
template <class R, class... P>
CUSIM_TYPED cudaError_t cudaFuncSetCacheConfig(R (*kernel)(P...), cudaFuncCache config) {
    return cudaFuncSetCacheConfig(reinterpret_cast<const void*>(kernel), config);
}
template <class R, class... P>
CUSIM_TYPED cudaError_t cudaOccupancyMaxActiveBlocksPerMultiprocessor(int* blocks, R (*kernel)(P...),
                                                                 int block_size,
                                                                 size_t shared_bytes) {
    return cudaOccupancyMaxActiveBlocksPerMultiprocessor(
        blocks, reinterpret_cast<const void*>(kernel), block_size, shared_bytes);
}
template <class R, class... P>
CUSIM_TYPED cudaError_t cudaOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(
    int* blocks, R (*kernel)(P...), int block_size, size_t shared_bytes, unsigned int flags) {
    return cudaOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(
        blocks, reinterpret_cast<const void*>(kernel), block_size, shared_bytes, flags);
}
template <class R, class... P>
CUSIM_TYPED cudaError_t cudaOccupancyAvailableDynamicSMemPerBlock(size_t* bytes, R (*kernel)(P...),
                                                             int blocks, int block_size) {
    return cudaOccupancyAvailableDynamicSMemPerBlock(bytes, reinterpret_cast<const void*>(kernel),
                                                     blocks, block_size);
}
template <class R, class... P>
CUSIM_TYPED cudaError_t cudaOccupancyMaxActiveClusters(int* clusters, R (*kernel)(P...),
                                                  const cudaLaunchConfig_t* configuration) {
    return cudaOccupancyMaxActiveClusters(clusters, reinterpret_cast<const void*>(kernel),
                                          configuration);
}
template <class R, class... P>
CUSIM_TYPED cudaError_t cudaOccupancyMaxPotentialClusterSize(
    int* cluster_size, R (*kernel)(P...), const cudaLaunchConfig_t* configuration) {
    return cudaOccupancyMaxPotentialClusterSize(
        cluster_size, reinterpret_cast<const void*>(kernel), configuration);
}
template <class R, class... P>
CUSIM_TYPED cudaError_t cudaFuncGetName(const char** name, R (*kernel)(P...)) {
    return cudaFuncGetName(name, reinterpret_cast<const void*>(kernel));
}
// `kernel`: a kernel, or its address as a void*.
template <class Kernel, class SharedBytes>
CUSIM_TYPED cudaError_t cudaOccupancyMaxPotentialBlockSizeVariableSMem(int* min_grid, int* block,
                                                                  Kernel kernel,
                                                                  SharedBytes shared_bytes,
                                                                  int limit = 0) {
    auto call = [](const void* context, int block_size) -> size_t {
        return (*static_cast<const SharedBytes*>(context))(block_size);
    };
    return cusim::detail::best_block_size(min_grid, block, (const void*)kernel, call, &shared_bytes,
                                          limit);
}
template <class Kernel>
CUSIM_TYPED cudaError_t cudaOccupancyMaxPotentialBlockSize(int* min_grid, int* block, Kernel kernel,
                                                      size_t shared_bytes = 0, int limit = 0) {
    return cudaOccupancyMaxPotentialBlockSizeVariableSMem(
        min_grid, block, kernel, [shared_bytes](int) { return shared_bytes; }, limit);
}
template <class Kernel>
CUSIM_TYPED cudaError_t cudaOccupancyMaxPotentialBlockSizeWithFlags(int* min_grid, int* block,
                                                               Kernel kernel,
                                                               size_t shared_bytes = 0,
                                                               int limit = 0, unsigned int = 0) {
    return cudaOccupancyMaxPotentialBlockSize(min_grid, block, kernel, shared_bytes, limit);
}
#undef CUSIM_TYPED
