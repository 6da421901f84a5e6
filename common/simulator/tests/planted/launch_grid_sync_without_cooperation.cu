// A kernel that waits for the whole grid is launched as any other.
#include <cooperative_groups.h>
#include <cuda_runtime.h>

__global__ void two_phases(int* x) {
    x[blockIdx.x * blockDim.x + threadIdx.x] = threadIdx.x;
    cooperative_groups::this_grid().sync();  // EXPECT launch_error
    x[blockIdx.x * blockDim.x + threadIdx.x] += x[threadIdx.x];
}

int main() {
    int* x;
    cudaMalloc(&x, 64 * sizeof(int));
    two_phases<<<2, 32>>>(x);
    cudaDeviceSynchronize();
    cudaFree(x);
}
