// cudaMalloc does not clear memory: y starts with arbitrary values.
// NEAR-MISS: argument
#include <cuda_runtime.h>

__global__ void accumulate(float* y, const float* x, int n) {
    const int i = threadIdx.x;
    for (int k = 0; k < n; ++k) y[i] += x[k];  // EXPECT uninitialized_read
}

int main(int argc, char**) {
    float host[4] = {1, 2, 3, 4};
    float *x, *y;
    cudaMalloc(&x, sizeof host);
    cudaMalloc(&y, 32 * sizeof(float));
    cudaMemcpy(x, host, sizeof host, cudaMemcpyHostToDevice);
    if (argc > 1) cudaMemset(y, 0, 32 * sizeof(float));
    accumulate<<<1, 32>>>(y, x, 4);
    cudaDeviceSynchronize();
    cudaFree(x);
    cudaFree(y);
}
