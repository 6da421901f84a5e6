// Lanes of one warp exchange values through shared memory, with __syncwarp() between.
#include <cuda_runtime.h>

#include <cstdio>

__global__ void swap_pairs(int* data) {
    __shared__ int s[128];
    const int t = threadIdx.x;
    s[t] = data[t];
    __syncwarp();
    data[t] = s[t ^ 1];
}

int main() {
    int host[128], *data;
    for (int i = 0; i < 128; ++i) host[i] = i;
    cudaMalloc(&data, sizeof host);
    cudaMemcpy(data, host, sizeof host, cudaMemcpyHostToDevice);
    swap_pairs<<<1, 128>>>(data);
    cudaMemcpy(host, data, sizeof host, cudaMemcpyDeviceToHost);
    std::printf("%d\n", host[0]);
    cudaFree(data);
}
