// Tiles of two warps each reverse their own part of an array and add it up.
#include <cooperative_groups.h>
#include <cooperative_groups/reduce.h>
#include <cuda_runtime.h>

#include <cstdio>

namespace cg = cooperative_groups;

__global__ void work(float* out, const float* in) {
    __shared__ cg::block_tile_memory<128> memory;
    __shared__ float part[2][64];
    const auto block = cg::this_thread_block(memory);
    const auto tile = cg::tiled_partition<64>(block);
    float* const mine = part[tile.meta_group_rank()];
    mine[tile.thread_rank()] = in[blockIdx.x * 128 + threadIdx.x];
    tile.sync();
    const float other = mine[63 - tile.thread_rank()];
    out[blockIdx.x * 128 + threadIdx.x] = other + cg::reduce(tile, other, cg::plus<float>());
}

int main() {
    float *in, *out, last;
    cudaMalloc(&in, 512 * sizeof(float));
    cudaMalloc(&out, 512 * sizeof(float));
    cudaMemset(in, 0, 512 * sizeof(float));
    cudaMemset(out, 0, 512 * sizeof(float));
    work<<<4, 128>>>(out, in);
    cudaMemcpy(&last, out + 512 - 1, sizeof last, cudaMemcpyDeviceToHost);
    std::printf("%f\n", last);
    cudaFree(in);
    cudaFree(out);
}
