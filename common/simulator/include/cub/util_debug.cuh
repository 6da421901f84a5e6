// <cub/util_debug.cuh> on the simulator: errors are printed with their line.
#pragma once

#include <cuda_runtime.h>
#include <stdio.h>
#include <stdlib.h>

namespace cub {

inline cudaError_t Debug(cudaError_t error, const char* file, int line) {
    if (error != cudaSuccess)
        fprintf(stderr, "CUDA error %d [%s, %d]: %s\n", int(error), file, line,
                cudaGetErrorString(error));
    return error;
}

}  // namespace cub

#define CubDebug(error) ::cub::Debug((cudaError_t)(error), __FILE__, __LINE__)
#define CubDebugExit(error)                                                                 \
    do {                                                                                    \
        if (::cub::Debug((cudaError_t)(error), __FILE__, __LINE__) != cudaSuccess) exit(1); \
    } while (0)
#define _CubLog(format, ...) printf(format, ##__VA_ARGS__)
