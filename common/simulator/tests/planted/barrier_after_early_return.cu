// Threads beyond the end return before the barrier that the others still reach.
// NEAR-MISS: argument
#include <cuda_runtime.h>

__global__ void shift(float* y, const float* x, int n, bool fixed) {
    __shared__ float tile[128];
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (!fixed && i >= n) return;
    if (i < n) tile[threadIdx.x] = x[i];
    __syncthreads();  // EXPECT barrier_divergence warning alone
    if (i < n) y[i] = threadIdx.x > 0 ? tile[threadIdx.x - 1] : 0;
}

int main(int argc, char**) {
    const int n = 200;
    float *x, *y;
    cudaMalloc(&x, n * sizeof(float));
    cudaMalloc(&y, n * sizeof(float));
    cudaMemset(x, 0, n * sizeof(float));
    shift<<<2, 128>>>(y, x, n, argc > 1);
    cudaDeviceSynchronize();
    cudaFree(x);
    cudaFree(y);
}
