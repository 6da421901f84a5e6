// atomicAdd_block() on a counter of all blocks.
#include <cuda_runtime.h>

#include <cstdio>

__global__ void count(int* total, const int* in) {
    if (in[blockIdx.x * blockDim.x + threadIdx.x] > 0) atomicAdd_block(total, 1);  // EXPECT race
}

int main() {
    int host[256], *in, *total;
    for (int i = 0; i < 256; ++i) host[i] = i % 3;
    cudaMalloc(&in, sizeof host);
    cudaMalloc(&total, sizeof(int));
    cudaMemcpy(in, host, sizeof host, cudaMemcpyHostToDevice);
    cudaMemset(total, 0, sizeof(int));
    count<<<4, 64>>>(total, in);
    cudaMemcpy(host, total, sizeof(int), cudaMemcpyDeviceToHost);
    std::printf("%d\n", host[0]);
    cudaFree(in);
    cudaFree(total);
}
