// Threads without an element return, and the others then wait at the grid's barrier.
#include <cooperative_groups.h>
#include <cuda_runtime.h>

#include <cstdio>

__global__ void smooth(const float* in, float* middle, float* out, int n) {
    const auto grid = cooperative_groups::this_grid();
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    middle[i] = 2 * in[i];
    grid.sync();  // EXPECT barrier_divergence warning
    out[i] = middle[n - 1 - i];
}

int main() {
    int n = 100;
    float host[128] = {1, 2, 3}, *in, *middle, *out;
    cudaMalloc(&in, sizeof host);
    cudaMalloc(&middle, sizeof host);
    cudaMalloc(&out, sizeof host);
    cudaMemcpy(in, host, sizeof host, cudaMemcpyHostToDevice);
    void* arguments[] = {&in, &middle, &out, &n};
    cudaLaunchCooperativeKernel((void*)smooth, 2, 64, arguments, 0, 0);
    cudaMemcpy(host, out, n * sizeof(float), cudaMemcpyDeviceToHost);
    std::printf("%g\n", host[99]);
    cudaFree(in);
    cudaFree(middle);
    cudaFree(out);
}
