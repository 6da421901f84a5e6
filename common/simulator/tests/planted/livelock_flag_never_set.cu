// The consumer polls a flag that no thread sets.
// NEAR-MISS: argument
#include <cuda_runtime.h>

__global__ void handshake(volatile int* flag, int* data, bool fixed) {
    if (blockIdx.x == 0) {
        data[0] = 42;
        __threadfence();
        if (fixed) *flag = 1;
    } else {
        while (*flag == 0) {  // EXPECT livelock
        }
        __threadfence();
        data[1] = data[0];
    }
}

int main(int argc, char**) {
    int* memory;
    cudaMalloc(&memory, 3 * sizeof(int));
    cudaMemset(memory, 0, 3 * sizeof(int));
    handshake<<<2, 1>>>(memory, memory + 1, argc > 1);
    cudaDeviceSynchronize();
    cudaFree(memory);
}
