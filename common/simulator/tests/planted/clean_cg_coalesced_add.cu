// The lanes that took the branch elect one that adds for all of them.
#include <cooperative_groups.h>
#include <cuda_runtime.h>

#include <cstdio>

namespace cg = cooperative_groups;

__global__ void filter(int* out, int* count, const int* in) {
    const int value = in[threadIdx.x];
    if (value % 3 != 0) return;
    const cg::coalesced_group active = cg::coalesced_threads();
    int first = 0;
    if (active.thread_rank() == 0) first = atomicAdd(count, static_cast<int>(active.size()));
    out[active.shfl(first, 0) + active.thread_rank()] = value;
}

int main() {
    int host[64], *in, *out, *count;
    for (int i = 0; i < 64; ++i) host[i] = i;
    cudaMalloc(&in, sizeof host);
    cudaMalloc(&out, sizeof host);
    cudaMalloc(&count, sizeof(int));
    cudaMemcpy(in, host, sizeof host, cudaMemcpyHostToDevice);
    cudaMemset(count, 0, sizeof(int));
    filter<<<1, 64>>>(out, count, in);
    cudaMemcpy(host, count, sizeof(int), cudaMemcpyDeviceToHost);
    std::printf("%d\n", host[0]);
    cudaFree(in);
    cudaFree(out);
    cudaFree(count);
}
