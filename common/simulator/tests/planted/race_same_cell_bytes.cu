// Two threads store to one byte; its neighbours in the word belong to others and are no race.
// NEAR-MISS: argument
#include <cuda_runtime.h>

__global__ void flags(signed char* flag, bool fixed) {
    const int i = threadIdx.x;
    flag[fixed ? i : i / 2] = (signed char)i;  // EXPECT race // OTHER race
}

int main(int argc, char**) {
    signed char* flag;
    cudaMalloc(&flag, 64);
    flags<<<1, 64>>>(flag, argc > 1);
    cudaDeviceSynchronize();
    cudaFree(flag);
}
