// Each block launches a child that counts into the same element: the children of two blocks are not
// ordered.
// NEAR-MISS: argument
// NVCC: -rdc=true
#include <cstdio>

__global__ void count(int* counter, int block, bool fixed) {
    if (fixed)
        atomicAdd(counter, block);
    else
        *counter += block;  // EXPECT race
}

__global__ void parent(int* counter, bool fixed) {
    if (threadIdx.x == 0) count<<<1, 1>>>(counter, blockIdx.x, fixed);
}

int main(int argc, char**) {
    int *counter, host = 0;
    cudaMalloc(&counter, sizeof host);
    cudaMemset(counter, 0, sizeof host);
    parent<<<4, 32>>>(counter, argc > 1);
    cudaMemcpy(&host, counter, sizeof host, cudaMemcpyDeviceToHost);
    std::printf("%d\n", host);
    cudaFree(counter);
}
