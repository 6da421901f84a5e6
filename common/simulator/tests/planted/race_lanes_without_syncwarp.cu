// Lanes of one warp exchange values through shared memory and rely on running in step.
#include <cuda_runtime.h>

#include <cstdio>

__global__ void swap_pairs(int* data) {
    __shared__ int s[32];
    const int lane = threadIdx.x;
    s[lane] = data[lane];
    data[lane] = s[lane ^ 1];  // EXPECT race
}

int main() {
    int host[32], *data;
    for (int i = 0; i < 32; ++i) host[i] = i;
    cudaMalloc(&data, sizeof host);
    cudaMemcpy(data, host, sizeof host, cudaMemcpyHostToDevice);
    swap_pairs<<<1, 32>>>(data);
    cudaMemcpy(host, data, sizeof host, cudaMemcpyDeviceToHost);
    std::printf("%d\n", host[0]);
    cudaFree(data);
}
