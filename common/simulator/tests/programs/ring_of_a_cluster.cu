// Clusters by launch attribute: each block sums the arrays of all blocks of its cluster in ring
// order.
#include <cooperative_groups.h>

#include <cstdio>
#include <utility>
namespace cg = cooperative_groups;
__global__ void ring(const int* in, int* out) {
    extern __shared__ int mine[];
    cg::cluster_group c = cg::this_cluster();
    const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
    mine[threadIdx.x] = in[i];
    auto token = c.barrier_arrive();
    int s = 0;
    c.barrier_wait(std::move(token));
    for (unsigned k = 0; k < c.num_blocks(); ++k) {
        const int* other = c.map_shared_rank(mine, (c.block_rank() + k) % c.num_blocks());
        s += other[threadIdx.x];
        if (c.query_shared_rank(other) != (c.block_rank() + k) % c.num_blocks()) s = -100000;
    }
    c.sync();
    out[i] = s + c.dim_blocks().x * 1000 + c.thread_rank();
}
int main() {
    const int blocks = 8, threads = 32;
    int *in, *out;
    cudaMallocManaged(&in, blocks * threads * 4);
    cudaMallocManaged(&out, blocks * threads * 4);
    for (int i = 0; i < blocks * threads; ++i) in[i] = i;
    cudaLaunchConfig_t config = {};
    config.gridDim = blocks;
    config.blockDim = threads;
    config.dynamicSmemBytes = threads * sizeof(int);
    cudaLaunchAttribute attribute[1];
    attribute[0].id = cudaLaunchAttributeClusterDimension;
    attribute[0].val.clusterDim.x = 4;
    attribute[0].val.clusterDim.y = 1;
    attribute[0].val.clusterDim.z = 1;
    config.attrs = attribute;
    config.numAttrs = 1;
    cudaError_t e = cudaLaunchKernelEx(&config, ring, (const int*)in, out);
    cudaDeviceSynchronize();
    bool ok = e == cudaSuccess;
    for (int b = 0; b < blocks; ++b)
        for (int t = 0; t < threads; ++t) {
            int s = 0;
            for (int k = 0; k < 4; ++k) s += (b / 4 * 4 + k) * threads + t;
            ok &= out[b * threads + t] == s + 4000 + b % 4 * threads + t;
        }
    puts(ok ? "OK" : "wrong");
    cudaFree(in);
    cudaFree(out);
}
