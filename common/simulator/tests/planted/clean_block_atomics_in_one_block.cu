// atomicAdd_block() on a counter that belongs to the block.
#include <cuda_runtime.h>

#include <cstdio>

__global__ void count(int* totals, const int* in) {
    if (in[blockIdx.x * blockDim.x + threadIdx.x] > 0) atomicAdd_block(&totals[blockIdx.x], 1);
}

int main() {
    int host[256], *in, *totals;
    for (int i = 0; i < 256; ++i) host[i] = i % 3;
    cudaMalloc(&in, sizeof host);
    cudaMalloc(&totals, 4 * sizeof(int));
    cudaMemcpy(in, host, sizeof host, cudaMemcpyHostToDevice);
    cudaMemset(totals, 0, 4 * sizeof(int));
    count<<<4, 64>>>(totals, in);
    cudaMemcpy(host, totals, 4 * sizeof(int), cudaMemcpyDeviceToHost);
    std::printf("%d\n", host[0]);
    cudaFree(in);
    cudaFree(totals);
}
