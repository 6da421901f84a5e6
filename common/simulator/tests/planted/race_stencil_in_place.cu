// A one-dimensional stencil that overwrites the array it reads.
#include <cuda_runtime.h>

#include <cstdio>

__global__ void step(float* u, int n) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i > 0 && i < n - 1) u[i] = 0.5f * (u[i - 1] + u[i + 1]);  // EXPECT race
}

int main() {
    const int n = 256;
    float host[n] = {1}, *u;
    cudaMalloc(&u, sizeof host);
    cudaMemcpy(u, host, sizeof host, cudaMemcpyHostToDevice);
    for (int i = 0; i < 3; ++i) step<<<4, 64>>>(u, n);
    cudaMemcpy(host, u, sizeof host, cudaMemcpyDeviceToHost);
    std::printf("%f\n", host[1]);
    cudaFree(u);
}
