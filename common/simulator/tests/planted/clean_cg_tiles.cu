// Tiles of eight lanes reduce among themselves.
#include <cooperative_groups.h>
#include <cuda_runtime.h>

#include <cstdio>

namespace cg = cooperative_groups;

__global__ void sums(int* out, const int* in) {
    const auto tile = cg::tiled_partition<8>(cg::this_thread_block());
    int sum = in[threadIdx.x];
    for (int offset = 4; offset > 0; offset /= 2) sum += tile.shfl_down(sum, offset);
    if (tile.thread_rank() == 0) out[threadIdx.x / 8] = sum;
}

int main() {
    int host[64], *in, *out;
    for (int i = 0; i < 64; ++i) host[i] = i;
    cudaMalloc(&in, sizeof host);
    cudaMalloc(&out, 8 * sizeof(int));
    cudaMemcpy(in, host, sizeof host, cudaMemcpyHostToDevice);
    sums<<<1, 64>>>(out, in);
    cudaMemcpy(host, out, 8 * sizeof(int), cudaMemcpyDeviceToHost);
    std::printf("%d\n", host[0]);
    cudaFree(in);
    cudaFree(out);
}
