// An unsigned counter is never below zero.
#include <cuda_runtime.h>

#include <cstdio>

__global__ void sum(int* out, const int* in, unsigned n) {
    int s = 0;
    for (unsigned i = n - 1; i >= 0; --i)  // EXPECT livelock
        s += in[i % n];                    // EXPECT livelock
    *out = s;
}

int main() {
    int *in, *out;
    cudaMalloc(&in, 64 * sizeof(int));
    cudaMalloc(&out, sizeof(int));
    cudaMemset(in, 0, 64 * sizeof(int));
    sum<<<1, 1>>>(out, in, 64);
    std::printf("%s\n", cudaGetErrorString(cudaDeviceSynchronize()));
    cudaFree(in);
    cudaFree(out);
}
