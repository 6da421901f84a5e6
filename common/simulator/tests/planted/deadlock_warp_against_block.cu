// One half of the warp waits for the other at __syncwarp(), which waits at __syncthreads().
#include <cuda_runtime.h>

#include <cstdio>

__global__ void halves(int* out) {
    if (threadIdx.x < 16)
        __syncwarp();  // EXPECT deadlock
    else
        __syncthreads();
    out[threadIdx.x] = threadIdx.x;
}

int main() {
    int* out;
    cudaMalloc(&out, 32 * sizeof(int));
    halves<<<1, 32>>>(out);
    std::printf("%s\n", cudaGetErrorString(cudaDeviceSynchronize()));
    cudaFree(out);
}
