// A grid that waits for itself has more blocks than the device holds, and nobody looks at what the
// launch returns.
// NEAR-MISS: argument
// SAYS: cudaOccupancyMaxActiveBlocksPerMultiprocessor
#include <cooperative_groups.h>
#include <cuda_runtime.h>

__global__ void two_phases(int* x) {
    const auto grid = cooperative_groups::this_grid();
    x[grid.thread_rank()] = 1;
    grid.sync();
    if (grid.thread_rank() == 0) x[0] = x[grid.size() - 1];
}

int main(int argc, char**) {
    const unsigned blocks = argc > 1 ? 4 : 4096;
    int* x;
    cudaMalloc(&x, blocks * 1024 * sizeof(int));
    cudaMemset(x, 0, blocks * 1024 * sizeof(int));
    void* arguments[] = {&x};
    cudaLaunchCooperativeKernel((void*)two_phases, blocks, 1024, arguments);  // EXPECT launch_error
    cudaDeviceSynchronize();
    cudaFree(x);
}
