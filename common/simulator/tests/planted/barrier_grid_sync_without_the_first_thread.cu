// The thread of the first point has no left neighbour and returns, and the others wait at the grid's
// barrier. It is the first thread of its block, which arrives for the block.
// NEAR-MISS: argument
// SAYS: the first thread of each block arrives at the grid's barrier for its block
#include <cooperative_groups.h>
#include <cuda_runtime.h>

__global__ void smooth(float* x, float* y, int n, bool fixed) {
    const auto grid = cooperative_groups::this_grid();
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    const bool inside = i > 0 && i < n;
    if (!fixed && !inside) return;
    if (inside) y[i] = (x[i - 1] + x[i]) / 2;
    grid.sync();  // EXPECT barrier_divergence
    if (inside) x[i] = y[i];
}

int main(int argc, char**) {
    int n = 128;
    float *x, *y;
    bool fixed = argc > 1;
    cudaMalloc(&x, n * sizeof(float));
    cudaMalloc(&y, n * sizeof(float));
    cudaMemset(x, 0, n * sizeof(float));
    void* arguments[] = {&x, &y, &n, &fixed};
    cudaLaunchCooperativeKernel((void*)smooth, 2, 64, arguments, 0, 0);
    cudaDeviceSynchronize();
    cudaFree(x);
    cudaFree(y);
}
