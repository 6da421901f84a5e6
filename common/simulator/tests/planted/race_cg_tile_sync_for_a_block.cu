// A barrier of two warps is used where four warps exchange values.
#include <cooperative_groups.h>
#include <cuda_runtime.h>

#include <cstdio>

namespace cg = cooperative_groups;

__global__ void work(float* out, const float* in) {
    __shared__ cg::block_tile_memory<128> memory;
    __shared__ float all[128];
    const auto block = cg::this_thread_block(memory);
    const auto tile = cg::tiled_partition<64>(block);
    all[threadIdx.x] = in[blockIdx.x * 128 + threadIdx.x];
    tile.sync();
    out[blockIdx.x * 128 + threadIdx.x] = all[127 - threadIdx.x];  // EXPECT race
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
