// __threadfence_block() before a flag that another block waits for.
#include <cuda_runtime.h>

#include <cstdio>

__global__ void pass_on(int* value, int* flag, int* out) {
    if (blockIdx.x == 0) {
        *value = 42;
        __threadfence_block();
        atomicExch(flag, 1);
    } else {
        while (atomicAdd(flag, 0) == 0) {
        }
        __threadfence();
        *out = *value;  // EXPECT race
    }
}

int main() {
    int *memory, result;
    cudaMalloc(&memory, 3 * sizeof(int));
    cudaMemset(memory, 0, 3 * sizeof(int));
    pass_on<<<2, 1>>>(memory, memory + 1, memory + 2);
    cudaMemcpy(&result, memory + 2, sizeof result, cudaMemcpyDeviceToHost);
    std::printf("%d\n", result);
    cudaFree(memory);
}
