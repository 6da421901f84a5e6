// atomicAdd_block orders the threads of one block; these are of two.
// NEAR-MISS: argument
#include <cuda_runtime.h>

__global__ void total(int* sum, bool fixed) {
    if (fixed)
        atomicAdd(sum, 1);
    else
        atomicAdd_block(sum, 1);  // EXPECT race // OTHER race
}

int main(int argc, char**) {
    int* sum;
    cudaMalloc(&sum, sizeof(int));
    cudaMemset(sum, 0, sizeof(int));
    total<<<2, 32>>>(sum, argc > 1);
    cudaDeviceSynchronize();
    cudaFree(sum);
}
