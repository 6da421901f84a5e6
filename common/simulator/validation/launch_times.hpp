// How the programs of this folder that measure single constants of the time model do it. For .cu
// files that nvcc compiles.
#pragma once

#include <cuda_runtime.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <vector>

constexpr int launches = 21;

// Ends the program if a call has failed.
inline void check(cudaError_t error) {
    if (error == cudaSuccess) return;
    std::fprintf(stderr, "%s\n", cudaGetErrorString(error));
    std::exit(1);
}

// The median over the launches, in microseconds.
template <class Launch>
float time_of(Launch launch) {
    cudaEvent_t begin, end;
    check(cudaEventCreate(&begin));
    check(cudaEventCreate(&end));
    std::vector<float> taken(launches);
    for (float& one : taken) {
        check(cudaEventRecord(begin));
        launch();
        check(cudaGetLastError());
        check(cudaEventRecord(end));
        check(cudaEventSynchronize(end));
        check(cudaEventElapsedTime(&one, begin, end));
    }
    check(cudaEventDestroy(begin));
    check(cudaEventDestroy(end));
    std::ranges::nth_element(taken, taken.begin() + launches / 2);
    return 1000 * taken[launches / 2];
}
