// The copy counts elements instead of bytes, and a device copy carries the unwritten part on.
// NEAR-MISS: argument
#include <cuda_runtime.h>

#include <vector>

__global__ void scale(float* x, float factor, int n) {
    const int i = threadIdx.x;
    if (i < n) x[i] = x[i] * factor;  // EXPECT uninitialized_read
}

int main(int argc, char**) {
    const int n = 64;
    std::vector<float> host(n, 1.0f);
    float *x, *copy;
    cudaMalloc(&x, n * sizeof(float));
    cudaMalloc(&copy, n * sizeof(float));
    cudaMemcpy(x, host.data(), argc > 1 ? n * sizeof(float) : n, cudaMemcpyHostToDevice);
    cudaMemcpy(copy, x, n * sizeof(float), cudaMemcpyDeviceToDevice);
    scale<<<1, n>>>(copy, 2.0f, n);
    cudaDeviceSynchronize();
    cudaFree(x);
    cudaFree(copy);
}
