// The grid is rounded up and the kernel has no guard.
// NEAR-MISS: argument
// SAYS: if (i < n)
#include <cuda_runtime.h>

__global__ void fill(float* y, int n, bool fixed) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (fixed)
        if (i >= n) return;
    y[i] = 1;  // EXPECT out_of_bounds
}

int main(int argc, char**) {
    const int n = 1000;
    float* y;
    cudaMalloc(&y, n * sizeof(float));
    fill<<<(n + 255) / 256, 256>>>(y, n, argc > 1);
    const cudaError_t error = cudaDeviceSynchronize();
    cudaFree(y);
    return error == (argc > 1 ? cudaSuccess : cudaErrorIllegalAddress) ? 0 : 1;
}
