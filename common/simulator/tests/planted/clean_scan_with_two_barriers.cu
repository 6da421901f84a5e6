// A prefix sum in one buffer: read, barrier, write, barrier.
#include <cuda_runtime.h>

#include <cstdio>

__global__ void scan(int* data) {
    __shared__ int s[64];
    const int t = threadIdx.x;
    s[t] = data[t];
    __syncthreads();
    for (int d = 1; d < 64; d *= 2) {
        const int left = t >= d ? s[t - d] : 0;
        __syncthreads();
        s[t] += left;
        __syncthreads();
    }
    data[t] = s[t];
}

int main() {
    int host[64], *data;
    for (int i = 0; i < 64; ++i) host[i] = i;
    cudaMalloc(&data, sizeof host);
    cudaMemcpy(data, host, sizeof host, cudaMemcpyHostToDevice);
    scan<<<1, 64>>>(data);
    cudaMemcpy(host, data, sizeof host, cudaMemcpyDeviceToHost);
    std::printf("%d\n", host[63]);
    cudaFree(data);
}
