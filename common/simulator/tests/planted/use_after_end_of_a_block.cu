// Nothing keeps the neighbour block from ending while its shared memory is read.
#include <cooperative_groups.h>
#include <cuda_runtime.h>

#include <cstdio>

namespace cg = cooperative_groups;

__global__ void __cluster_dims__(4, 1, 1) work(float* out, const float* in) {
    __shared__ float tile[64];
    const auto cluster = cg::this_cluster();
    const unsigned int i = blockIdx.x * blockDim.x + threadIdx.x;
    tile[threadIdx.x] = in[i];
    cluster.sync();
    const unsigned int next = (cluster.block_rank() + 1) % cluster.num_blocks();
    out[i] = cluster.map_shared_rank(tile, next)[63 - threadIdx.x];  // EXPECT use_after_free
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
