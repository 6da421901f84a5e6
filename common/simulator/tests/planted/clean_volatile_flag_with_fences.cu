// A block announces its value by a volatile flag, the fence before it.
#include <cuda_runtime.h>

#include <cstdio>

__global__ void pass_on(int* value, volatile int* flag, int* out) {
    if (blockIdx.x == 0) {
        *value = 42;
        __threadfence();
        *flag = 1;
    } else {
        while (*flag == 0) {
        }
        __threadfence();
        *out = *value;
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
