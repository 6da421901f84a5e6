// A barrier in a loop and one after it: some threads wait at the first, others at the second.
// NEAR-MISS: argument
#include <cuda_runtime.h>

__global__ void rows(float* y, int n, bool fixed) {
    const int team = threadIdx.x / 32;
    const int last = fixed ? (n + 1) / 2 * 2 : n;
    for (int i = team; i < last; i += 2) {
        __syncthreads();  // EXPECT barrier_divergence
        if (threadIdx.x % 32 == 0 && i < n) y[i] = 1;
    }
    __syncthreads();  // OTHER barrier_divergence
    if (threadIdx.x == 0) y[0] += 1;
}

int main(int argc, char**) {
    float* y;
    cudaMalloc(&y, 3 * sizeof(float));
    rows<<<1, 64>>>(y, 3, argc > 1);
    cudaDeviceSynchronize();
    cudaFree(y);
}
