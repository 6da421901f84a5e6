// Blocks without work return, and the rest wait for them in grid.sync().
#include <cooperative_groups.h>
#include <cuda_runtime.h>

#include <cstdio>

namespace cg = cooperative_groups;

__global__ void two_phases(int* a, int* b, int n) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    a[i] = i;
    cg::this_grid().sync();  // EXPECT deadlock
    b[i] = a[n - 1 - i];
}

int main() {
    int n = 96, *a, *b;
    cudaMalloc(&a, 128 * sizeof(int));
    cudaMalloc(&b, 128 * sizeof(int));
    void* arguments[] = {&a, &b, &n};
    cudaLaunchCooperativeKernel(reinterpret_cast<void*>(two_phases), 4, 32, arguments, 0, nullptr);
    std::printf("%s\n", cudaGetErrorString(cudaDeviceSynchronize()));
    cudaFree(a);
    cudaFree(b);
}
