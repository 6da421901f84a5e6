// Two phases over all blocks, with grid.sync() between them.
#include <cooperative_groups.h>
#include <cuda_runtime.h>

#include <cstdio>

__global__ void two_phases(int* a, int* b, int n) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    a[i] = i;
    cooperative_groups::this_grid().sync();
    b[i] = a[n - 1 - i];
}

int main() {
    int n = 128, host[128], *a, *b;
    cudaMalloc(&a, sizeof host);
    cudaMalloc(&b, sizeof host);
    void* arguments[] = {&a, &b, &n};
    cudaLaunchCooperativeKernel(reinterpret_cast<void*>(two_phases), 4, 32, arguments, 0, nullptr);
    cudaMemcpy(host, b, sizeof host, cudaMemcpyDeviceToHost);
    std::printf("%d\n", host[0]);
    cudaFree(a);
    cudaFree(b);
}
