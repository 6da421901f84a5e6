// grid.sync() inside a test that one block fails.
// NEAR-MISS: argument
#include <cooperative_groups.h>
#include <cuda_runtime.h>

namespace cg = cooperative_groups;

__global__ void phases(int* data, bool fixed) {
    const cg::grid_group grid = cg::this_grid();
    data[blockIdx.x] = 1;
    if (blockIdx.x == 1 && !fixed) return;
    grid.sync();  // EXPECT deadlock alone
    if (blockIdx.x == 0) data[0] += data[2];
}

int main(int argc, char**) {
    int* data;
    bool fixed = argc > 1;
    cudaMalloc(&data, 3 * sizeof(int));
    void* arguments[] = {&data, &fixed};
    cudaLaunchCooperativeKernel((void*)phases, dim3(3), dim3(1), arguments, 0, 0);
    cudaDeviceSynchronize();
    cudaFree(data);
}
