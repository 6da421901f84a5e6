// __syncthreads() in a branch that half of each warp takes.
#include <cuda_runtime.h>

#include <cstdio>

__global__ void halves(int* out, int n) {
    const int t = threadIdx.x;
    if (t % 32 < 16) {
        out[t] = t;
        __syncthreads();  // EXPECT barrier_divergence
    }
    if (t < n) out[t] = -t;
    __syncthreads();
}

int main() {
    int* out;
    cudaMalloc(&out, 64 * sizeof(int));
    halves<<<1, 64>>>(out, 64);
    std::printf("%s\n", cudaGetErrorString(cudaDeviceSynchronize()));
    cudaFree(out);
}
