// Stores to the neighbour block's shared memory before that block is sure to have started.
#include <cooperative_groups.h>
#include <cuda_runtime.h>

#include <cstdio>

namespace cg = cooperative_groups;

__global__ void __cluster_dims__(2, 1, 1) work(float* out, const float* in) {
    __shared__ float tile[64];
    const auto cluster = cg::this_cluster();
    const unsigned int i = blockIdx.x * blockDim.x + threadIdx.x;
    float* const other = cluster.map_shared_rank(tile, 1 - cluster.block_rank());
    other[threadIdx.x] = in[i];  // EXPECT use_after_free
    cluster.sync();
    out[i] = tile[63 - threadIdx.x];
}

int main() {
    float *in, *out, last;
    cudaMalloc(&in, 512 * sizeof(float));
    cudaMalloc(&out, 512 * sizeof(float));
    cudaMemset(in, 0, 512 * sizeof(float));
    cudaMemset(out, 0, 512 * sizeof(float));
    work<<<8, 64>>>(out, in);
    cudaMemcpy(&last, out + 512 - 1, sizeof last, cudaMemcpyDeviceToHost);
    std::printf("%f\n", last);
    cudaFree(in);
    cudaFree(out);
}
