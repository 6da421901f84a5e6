// <cuda.h> on the simulator: the part of the driver API that queries the device and handles memory,
// streams and events. Each function calls the runtime function with the same meaning; CUresult has
// the values of cudaError_t. There is one context. Modules, and kernels obtained from them by name,
// are refused at the call.
#pragma once

#include "cusim/letters_hidden.hpp"

#include <vector>

#include "cusim/driver_enums.hpp"
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

namespace cusim::detail {

// Fills device memory with words of more than a byte, which cudaMemset has not.
template <class Word>
cudaError_t fill(CUdeviceptr to, Word value, size_t count) {
    const std::vector<Word> words(count, value);
    return cudaMemcpy((void*)to, words.data(), count * sizeof(Word), cudaMemcpyHostToDevice);
}

// The allocation or variable that contains a device address.
cudaError_t address_range(const void* pointer, CUdeviceptr* base, size_t* size);

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
    *name = nullptr;
    switch (error) {
#define CUSIM_DRIVER_RESULT(known, code) \
    case known:                          \
        *name = #known;                  \
        break;
#include "cusim/driver_errors.def"
#undef CUSIM_DRIVER_RESULT
    }
    return *name ? CUDA_SUCCESS : CUDA_ERROR_INVALID_VALUE;
}
inline CUresult cuGetErrorString(CUresult error, const char** text) {
    const char* name;
    *text = nullptr;
    if (cuGetErrorName(error, &name) != CUDA_SUCCESS) return CUDA_ERROR_INVALID_VALUE;
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
CUSIM_DRIVER(cuMemGetAddressRange, (CUdeviceptr * base, size_t* size, CUdeviceptr pointer),
             cusim::detail::address_range((const void*)pointer, base, size))
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

#include "cusim/letters_restored.hpp"
