// <helper_cuda.h> of the CUDA samples, with the same function names: checked calls, and the choice
// of a device. Written for the simulator; if a program has the samples' own file, that one is used.
#pragma once

#include <cuda_runtime.h>

#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <cstring>

#include "helper_string.h"

#ifndef MAX
#define MAX(a, b) ((a) > (b) ? (a) : (b))
#endif

inline const char* _cudaGetErrorEnum(cudaError_t error) {
    return cudaGetErrorName(error);
}
// A status code of a library, shown as a number.
template <class T>
const char* _cudaGetErrorEnum(T) {
    return "a library's status";
}

template <class T>
void check(T result, const char* const call, const char* const file, const int line) {
    if (!result) return;
    std::fprintf(stderr, "CUDA error at %s:%d code=%u(%s) \"%s\"\n", file, line,
                 static_cast<unsigned int>(result), _cudaGetErrorEnum(result), call);
    std::exit(EXIT_FAILURE);
}
#define checkCudaErrors(call) check((call), #call, __FILE__, __LINE__)

inline void __report_last_error(const char* message, const char* file, int line, bool ends) {
    const cudaError_t error = cudaGetLastError();
    if (error == cudaSuccess) return;
    std::fprintf(stderr, "%s(%d): CUDA error: %s: (%d) %s\n", file, line, message, int(error),
                 cudaGetErrorString(error));
    if (ends) std::exit(EXIT_FAILURE);
}
#define getLastCudaError(message) __report_last_error(message, __FILE__, __LINE__, true)
#define printLastCudaError(message) __report_last_error(message, __FILE__, __LINE__, false)

inline int ftoi(float value) {
    return value >= 0 ? int(value + 0.5f) : int(value - 0.5f);
}

// Cores per multiprocessor.
inline int _ConvertSMVer2Cores(int major, int minor) {
    if (major >= 9 || major * 10 + minor == 86 || major * 10 + minor == 89) return 128;
    if (major == 3) return 192;
    if (major == 5 || (major == 6 && minor > 0)) return 128;
    return 64;
}
inline const char* _ConvertSMVer2ArchName(int major, int minor) {
    switch (major) {
        case 3:
            return "Kepler";
        case 5:
            return "Maxwell";
        case 6:
            return "Pascal";
        case 7:
            return minor == 5 ? "Turing" : "Volta";
        case 8:
            return minor == 9 ? "Ada" : "Ampere";
        case 9:
            return "Hopper";
        default:
            return "Blackwell";
    }
}

inline int gpuDeviceInit(int device) {
    int count = 0;
    checkCudaErrors(cudaGetDeviceCount(&count));
    if (count == 0) {
        std::fprintf(stderr, "gpuDeviceInit(): there is no device\n");
        std::exit(EXIT_FAILURE);
    }
    if (device < 0) device = 0;
    if (device >= count) {
        std::fprintf(stderr, "gpuDeviceInit(): device %d is none of %d\n", device, count);
        return -device;
    }
    checkCudaErrors(cudaSetDevice(device));
    return device;
}
inline int gpuGetMaxGflopsDeviceId() {
    return 0;
}
inline int findCudaDevice(int argc, const char** argv) {
    int device = gpuGetMaxGflopsDeviceId();
    if (checkCmdLineFlag(argc, argv, "device"))
        device = getCmdLineArgumentInt(argc, argv, "device");
    device = gpuDeviceInit(device);
    if (device < 0) std::exit(EXIT_FAILURE);
    cudaDeviceProp properties;
    checkCudaErrors(cudaGetDeviceProperties(&properties, device));
    std::printf("GPU Device %d: \"%s\" with compute capability %d.%d\n\n", device,
                _ConvertSMVer2ArchName(properties.major, properties.minor), properties.major,
                properties.minor);
    return device;
}
inline bool checkCudaCapabilities(int major, int minor) {
    int device = 0;
    cudaDeviceProp properties;
    checkCudaErrors(cudaGetDevice(&device));
    checkCudaErrors(cudaGetDeviceProperties(&properties, device));
    return properties.major > major || (properties.major == major && properties.minor >= minor);
}
// The simulated device is not integrated: it has its own memory.
inline int findIntegratedGPU() {
    std::fprintf(stderr, "CUDA error: no integrated device is there\n");
    std::exit(EXIT_FAILURE);
}
