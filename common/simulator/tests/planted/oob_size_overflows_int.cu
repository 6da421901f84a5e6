// The product of two ints is negative where the size is computed: cudaMalloc fails, which nobody
// notices, and the kernel gets a null pointer.
// NEAR-MISS: argument
#include <cuda_runtime.h>

__global__ void last_row(float* A, int n, int m) {
    const int j = blockIdx.x * blockDim.x + threadIdx.x;
    if (j < m) A[(n - 1) * m + j] = 1;  // EXPECT out_of_bounds
}

int main(int argc, char**) {
    const int n = argc > 1 ? 100 : 60'000, m = n;
    float* A;
    cudaMalloc(&A, n * m * sizeof(float));
    last_row<<<(m + 255) / 256, 256>>>(A, 1, m);
    cudaDeviceSynchronize();
    cudaFree(A);
}
