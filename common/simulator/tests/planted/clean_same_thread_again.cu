// A thread may access its own element any number of times without a barrier.
#include <cuda_runtime.h>

#include <cstdio>

__global__ void iterate(float* x) {
    __shared__ float s[64];
    const int t = threadIdx.x;
    s[t] = x[t];
    for (int k = 0; k < 10; ++k) {
        s[t] = 0.5f * (s[t] + 2 / s[t]);
        x[t] = s[t];
    }
}

int main() {
    float host[64], *x;
    for (int i = 0; i < 64; ++i) host[i] = i + 1;
    cudaMalloc(&x, sizeof host);
    cudaMemcpy(x, host, sizeof host, cudaMemcpyHostToDevice);
    iterate<<<1, 64>>>(x);
    cudaMemcpy(host, x, sizeof host, cudaMemcpyDeviceToHost);
    std::printf("%f\n", host[0]);
    cudaFree(x);
}
