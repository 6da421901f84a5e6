// A loop whose step becomes 0: integer division of 32 by 64 threads.
#include <cuda_runtime.h>

#include <cstdio>

__global__ void fill(float* out, int n) {
    const int step = 32 / blockDim.x;
    for (int i = threadIdx.x; i < n; i += step)  // EXPECT livelock
        out[i] = i;                              // EXPECT livelock
}

int main() {
    float* out;
    cudaMalloc(&out, 128 * sizeof(float));
    fill<<<1, 64>>>(out, 128);
    std::printf("%s\n", cudaGetErrorString(cudaDeviceSynchronize()));
    cudaFree(out);
}
