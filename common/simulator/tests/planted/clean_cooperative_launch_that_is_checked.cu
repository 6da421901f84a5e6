// A grid that does not fit on the device: the result says so, and the program takes fewer blocks.
// So does a program that asks for the last error instead.
#include <cooperative_groups.h>
#include <cuda_runtime.h>

__global__ void two_phases(int* x) {
    const auto grid = cooperative_groups::this_grid();
    x[grid.thread_rank()] = 1;
    grid.sync();
    if (grid.thread_rank() == 0) x[0] = x[grid.size() - 1];
}

int main() {
    unsigned blocks = 4096;
    int* x;
    cudaMalloc(&x, blocks * 256 * sizeof(int));
    void* arguments[] = {&x};
    while (cudaLaunchCooperativeKernel((void*)two_phases, blocks, 256, arguments) != cudaSuccess)
        blocks /= 2;
    cudaGetLastError();
    cudaLaunchCooperativeKernel((void*)two_phases, 4096, 256, arguments);
    if (cudaGetLastError() == cudaSuccess) return 1;
    cudaDeviceSynchronize();
    cudaFree(x);
}
