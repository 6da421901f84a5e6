// A grid that is smaller than the array.
#include <cuda_runtime.h>

#include <cstdio>

__global__ void axpy(float* y, const float* x, float a, int n) {
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
        y[i] += a * x[i];
}

int main() {
    float host[1000] = {}, *x, *y;
    cudaMalloc(&x, sizeof host);
    cudaMalloc(&y, sizeof host);
    cudaMemcpy(x, host, sizeof host, cudaMemcpyHostToDevice);
    cudaMemcpy(y, host, sizeof host, cudaMemcpyHostToDevice);
    axpy<<<3, 64>>>(y, x, 2, 1000);
    cudaMemcpy(host, y, sizeof host, cudaMemcpyDeviceToHost);
    std::printf("%f\n", host[0]);
    cudaFree(x);
    cudaFree(y);
}
