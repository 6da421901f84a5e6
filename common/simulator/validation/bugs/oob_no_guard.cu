// More threads than elements, and no guard.
#include <cuda_runtime.h>

#include <cstdio>

__global__ void scale(float* x, float factor) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    x[i] *= factor;  // EXPECT out_of_bounds
}

int main() {
    const int n = 1000;
    float host[n], *x;
    for (int i = 0; i < n; ++i) host[i] = i;
    cudaMalloc(&x, sizeof host);
    cudaMemcpy(x, host, sizeof host, cudaMemcpyHostToDevice);
    scale<<<4, 256>>>(x, 2);
    cudaMemcpy(host, x, sizeof host, cudaMemcpyDeviceToHost);
    std::printf("%f\n", host[1]);
    cudaFree(x);
}
