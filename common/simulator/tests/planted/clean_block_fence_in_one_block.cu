// One warp hands a value to another of its block; a fence of the block's scope is enough.
#include <cuda_runtime.h>

#include <cstdio>

__global__ void hand_over(int* out) {
    __shared__ int value;
    __shared__ volatile int ready;
    if (threadIdx.x == 0) ready = 0;
    __syncthreads();
    if (threadIdx.x == 0) {
        value = 42;
        __threadfence_block();
        ready = 1;
    } else if (threadIdx.x == 32) {
        while (ready == 0) {
        }
        __threadfence_block();
        *out = value;
    }
}

int main() {
    int *out, result;
    cudaMalloc(&out, sizeof(int));
    hand_over<<<1, 64>>>(out);
    cudaMemcpy(&result, out, sizeof result, cudaMemcpyDeviceToHost);
    std::printf("%d\n", result);
    cudaFree(out);
}
