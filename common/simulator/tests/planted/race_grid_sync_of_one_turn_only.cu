// Jacobi iteration: the grid waits between reading and storing, but not between storing and the
// next turn's reading.
// SAYS: In the loop no sync() of the grid's group stands between line 17 and line 15
// NEAR-MISS: argument
#include <cooperative_groups.h>

namespace cg = cooperative_groups;

__device__ void wait_for_all(cg::grid_group grid) { grid.sync(); }

__global__ void relax(float* a, float* b, int n, int turns, bool twice) {
    cg::grid_group grid = cg::this_grid();
    const int i = grid.thread_rank();
    for (int turn = 0; turn < turns; ++turn) {
        if (i > 0 && i < n - 1) b[i] = 0.5f * (a[i - 1] + a[i + 1]);  // EXPECT race
        grid.sync();
        if (i > 0 && i < n - 1) a[i] = b[i];  // EXPECT race
        if (twice) wait_for_all(grid);
    }
}

int main(int argc, char**) {
    int n = 256, turns = 4;
    bool twice = argc > 1;
    float *a, *b, host[256];
    for (int i = 0; i < n; ++i) host[i] = i % 7;
    cudaMalloc(&a, n * sizeof(float));
    cudaMalloc(&b, n * sizeof(float));
    cudaMemcpy(a, host, sizeof host, cudaMemcpyHostToDevice);
    cudaMemset(b, 0, n * sizeof(float));
    void* arguments[] = {&a, &b, &n, &turns, &twice};
    cudaLaunchCooperativeKernel(reinterpret_cast<void*>(relax), 4, 64, arguments, 0, nullptr);
    cudaDeviceSynchronize();
    cudaFree(a);
    cudaFree(b);
    return 0;
}
