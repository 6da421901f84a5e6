// The block's group in place of __syncthreads().
#include <cooperative_groups.h>
#include <cuda_runtime.h>

#include <cstdio>

namespace cg = cooperative_groups;

__device__ void share(const cg::thread_block& block, int* s, int value) {
    s[block.thread_rank()] = value;
    block.sync();
}

__global__ void rotate(int* data) {
    __shared__ int s[96];
    const cg::thread_block block = cg::this_thread_block();
    share(block, s, data[threadIdx.x]);
    data[threadIdx.x] = s[(threadIdx.x + 1) % block.size()];
}

int main() {
    int host[96], *data;
    for (int i = 0; i < 96; ++i) host[i] = i;
    cudaMalloc(&data, sizeof host);
    cudaMemcpy(data, host, sizeof host, cudaMemcpyHostToDevice);
    rotate<<<1, 96>>>(data);
    cudaMemcpy(host, data, sizeof host, cudaMemcpyDeviceToHost);
    std::printf("%d\n", host[0]);
    cudaFree(data);
}
