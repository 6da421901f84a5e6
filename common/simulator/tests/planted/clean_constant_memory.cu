// Coefficients in constant memory, set from the host.
#include <cuda_runtime.h>

#include <cstdio>

__constant__ float coefficients[4];

__global__ void evaluate(float* y, const float* x) {
    const float v = x[threadIdx.x];
    float sum = 0;
    for (int k = 3; k >= 0; --k) sum = sum * v + coefficients[k];
    y[threadIdx.x] = sum;
}

int main() {
    const float c[4] = {1, 2, 3, 4};
    float host[32] = {}, *x, *y;
    cudaMemcpyToSymbol(coefficients, c, sizeof c);
    cudaMalloc(&x, sizeof host);
    cudaMalloc(&y, sizeof host);
    cudaMemcpy(x, host, sizeof host, cudaMemcpyHostToDevice);
    evaluate<<<1, 32>>>(y, x);
    cudaMemcpy(host, y, sizeof host, cudaMemcpyDeviceToHost);
    std::printf("%f\n", host[0]);
    cudaFree(x);
    cudaFree(y);
}
