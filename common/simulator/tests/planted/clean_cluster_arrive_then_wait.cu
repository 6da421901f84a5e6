// Stores to the neighbour, arrives, does other work, and waits before it reads its own.
#include <cooperative_groups.h>
#include <cuda_runtime.h>

#include <cstdio>

namespace cg = cooperative_groups;

__global__ void work(float* out, const float* in) {
    __shared__ float own[64], given[64];
    auto cluster = cg::this_cluster();
    const unsigned int i = blockIdx.x * blockDim.x + threadIdx.x;
    cluster.sync();
    const unsigned int next = (cluster.block_rank() + 1) % cluster.num_blocks();
    cluster.map_shared_rank(given, next)[threadIdx.x] = in[i];
    auto token = cluster.barrier_arrive();
    own[threadIdx.x] = in[i];
    __syncthreads();
    const float mine = own[63 - threadIdx.x];
    cluster.barrier_wait(static_cast<decltype(token)&&>(token));
    out[i] = mine + given[63 - threadIdx.x];
}

int main() {
    float *in, *out, last;
    cudaMalloc(&in, 512 * sizeof(float));
    cudaMalloc(&out, 512 * sizeof(float));
    cudaMemset(in, 0, 512 * sizeof(float));
    cudaMemset(out, 0, 512 * sizeof(float));
    cudaLaunchConfig_t shape = {};
    shape.gridDim = 8;
    shape.blockDim = 64;
    cudaLaunchAttribute clusters[1];
    clusters[0].id = cudaLaunchAttributeClusterDimension;
    clusters[0].val.clusterDim.x = 4;
    clusters[0].val.clusterDim.y = 1;
    clusters[0].val.clusterDim.z = 1;
    shape.attrs = clusters;
    shape.numAttrs = 1;
    cudaLaunchKernelEx(&shape, work, out, (const float*)in);
    cudaMemcpy(&last, out + 512 - 1, sizeof last, cudaMemcpyDeviceToHost);
    std::printf("%f\n", last);
    cudaFree(in);
    cudaFree(out);
}
