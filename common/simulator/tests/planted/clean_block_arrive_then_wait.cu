// The block's barrier in two halves: stores to shared memory, arrives, and waits before it reads.
#include <cooperative_groups.h>
#include <cuda_runtime.h>

#include <cstdio>
#include <utility>

__global__ void turned_round(int* out, const int* in) {
    __shared__ int tile[64];
    const auto block = cooperative_groups::this_thread_block();
    tile[threadIdx.x] = in[threadIdx.x];
    auto token = block.barrier_arrive();
    const int mine = 2 * in[threadIdx.x];
    block.barrier_wait(std::move(token));
    out[threadIdx.x] = mine + tile[63 - threadIdx.x];
}

int main() {
    int host[64] = {}, *in, *out;
    cudaMalloc(&in, sizeof host);
    cudaMalloc(&out, sizeof host);
    cudaMemcpy(in, host, sizeof host, cudaMemcpyHostToDevice);
    turned_round<<<1, 64>>>(out, in);
    cudaMemcpy(host, out, sizeof host, cudaMemcpyDeviceToHost);
    std::printf("%d\n", host[5]);
    cudaFree(in);
    cudaFree(out);
}
