// Lanes of a tile exchange through shared memory, with the tile's own barrier between.
#include <cooperative_groups.h>
#include <cuda_runtime.h>

#include <cstdio>

namespace cg = cooperative_groups;

__global__ void reverse_fours(int* data) {
    __shared__ int s[64];
    const auto tile = cg::tiled_partition<4>(cg::this_thread_block());
    const int t = threadIdx.x;
    s[t] = data[t];
    tile.sync();
    data[t] = s[t / 4 * 4 + 3 - tile.thread_rank()];
}

int main() {
    int host[64], *data;
    for (int i = 0; i < 64; ++i) host[i] = i;
    cudaMalloc(&data, sizeof host);
    cudaMemcpy(data, host, sizeof host, cudaMemcpyHostToDevice);
    reverse_fours<<<1, 64>>>(data);
    cudaMemcpy(host, data, sizeof host, cudaMemcpyDeviceToHost);
    std::printf("%d\n", host[0]);
    cudaFree(data);
}
