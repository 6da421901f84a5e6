// For kernels whose accesses no compiler may move, merge or drop: volatile, loops not unrolled.
// Each program here launches its kernels at three sizes, in the same order for simulator and
// device; `validate counters` compares them launch by launch.
#pragma once

#include <cuda_runtime.h>

#include <cstdio>
#include <cstdlib>
#include <vector>

constexpr int sizes[] = {96, 1000, 4099};
constexpr int threads = 128;

inline int blocks(int n) {
    return (n + threads - 1) / threads;
}

inline void check(cudaError_t error) {
    if (error == cudaSuccess) return;
    std::fprintf(stderr, "%s\n", cudaGetErrorString(error));
    std::exit(1);
}

inline void finished() {
    check(cudaGetLastError());
    check(cudaDeviceSynchronize());
}

// Device memory with a value in each element.
template <class T>
T* array(int count, T (*value)(int)) {
    std::vector<T> host(count);
    for (int i = 0; i < count; ++i) host[i] = value(i);
    T* device;
    check(cudaMalloc(&device, count * sizeof(T)));
    check(cudaMemcpy(device, host.data(), count * sizeof(T), cudaMemcpyHostToDevice));
    return device;
}

// Scattered indices, the same in each run, from 0 to count - 1; some occur more than once.
inline int scattered(int i) {
    return static_cast<int>(i * 2654435761u >> 7);
}
