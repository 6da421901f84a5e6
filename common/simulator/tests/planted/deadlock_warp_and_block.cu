// One lane waits for its warp, which waits for the whole block.
// NEAR-MISS: argument
#include <cuda_runtime.h>

__global__ void tangle(int* data, bool fixed) {
    if (threadIdx.x == 0 && !fixed)
        __syncwarp();  // EXPECT deadlock
    else
        __syncthreads();  // OTHER deadlock
    data[threadIdx.x] = 1;
}

int main(int argc, char**) {
    int* data;
    cudaMalloc(&data, 64 * sizeof(int));
    tangle<<<1, 64>>>(data, argc > 1);
    cudaDeviceSynchronize();
    cudaFree(data);
}
