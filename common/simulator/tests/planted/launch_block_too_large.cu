// 2048 threads in a block, and no check of the launch.
// NEAR-MISS: argument
#include <cuda_runtime.h>

__global__ void fill(int* data) {
    data[blockIdx.x * blockDim.x + threadIdx.x] = 1;
}

int main(int argc, char**) {
    int* data;
    cudaMalloc(&data, 2048 * sizeof(int));
    const dim3 block = argc > 1 ? 1024 : 2048;
    fill<<<2048 / block.x, block>>>(data);  // EXPECT launch_error
    cudaDeviceSynchronize();
    cudaFree(data);
}
