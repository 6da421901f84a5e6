// A histogram whose counts lie in the shared memory of all blocks of the cluster.
#include <cooperative_groups.h>
#include <cuda_runtime.h>

#include <cstdio>

namespace cg = cooperative_groups;

__global__ void __cluster_dims__(2, 1, 1) work(float* out, const float* in) {
    __shared__ int counts[32];
    const auto cluster = cg::this_cluster();
    const unsigned int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (threadIdx.x < 32) counts[threadIdx.x] = 0;
    cluster.sync();
    const unsigned int bin = (unsigned int)in[i] + i % 64;
    atomicAdd(cluster.map_shared_rank(counts, bin / 32) + bin % 32, 1);
    cluster.sync();
    if (threadIdx.x < 32) out[i] = counts[threadIdx.x];
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
