// Shorts in shared memory, written one a thread and read in reverse after the barrier.
#include <cuda_runtime.h>

#include <cstdio>

__global__ void reverse(short* data) {
    __shared__ short s[64];
    const int t = threadIdx.x;
    s[t] = data[t];
    __syncthreads();
    data[t] = s[63 - t];
}

int main() {
    short host[64], *data;
    for (int i = 0; i < 64; ++i) host[i] = i;
    cudaMalloc(&data, sizeof host);
    cudaMemcpy(data, host, sizeof host, cudaMemcpyHostToDevice);
    reverse<<<1, 64>>>(data);
    cudaMemcpy(host, data, sizeof host, cudaMemcpyDeviceToHost);
    std::printf("%d\n", host[0]);
    cudaFree(data);
}
