// Threads without an element return at once; no barrier follows.
#include <cuda_runtime.h>

#include <cstdio>

__global__ void square(int* data, int n) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    data[i] *= data[i];
}

int main() {
    int host[100], *data;
    for (int i = 0; i < 100; ++i) host[i] = i;
    cudaMalloc(&data, sizeof host);
    cudaMemcpy(data, host, sizeof host, cudaMemcpyHostToDevice);
    square<<<2, 64>>>(data, 100);
    cudaMemcpy(host, data, sizeof host, cudaMemcpyDeviceToHost);
    std::printf("%d\n", host[9]);
    cudaFree(data);
}
