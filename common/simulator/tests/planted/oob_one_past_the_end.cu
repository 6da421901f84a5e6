// A read one past the end, with another allocation right behind: the device's tools see nothing.
// NEAR-MISS: argument
#include <cuda_runtime.h>

__global__ void differences(float* d, const float* x, int n) {
    const int i = threadIdx.x;
    if (i < n) d[i] = x[i + 1] - x[i];  // EXPECT out_of_bounds
}

int main(int argc, char**) {
    const int n = 128;
    float *x, *d;
    cudaMalloc(&x, n * sizeof(float));
    cudaMalloc(&d, n * sizeof(float));
    cudaMemset(x, 0, n * sizeof(float));
    differences<<<1, n>>>(d, x, argc > 1 ? n - 1 : n);
    cudaDeviceSynchronize();
    cudaFree(x);
    cudaFree(d);
}
