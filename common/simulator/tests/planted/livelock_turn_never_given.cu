// Block 0 sets the turn to 2 instead of 1, so block 1 waits for ever.
#include <cuda_runtime.h>

#include <cstdio>

__global__ void wait_for_turn(volatile int* turn, int* out) {
    while (*turn != blockIdx.x) {  // EXPECT livelock
    }
    out[blockIdx.x] = 1;
    if (blockIdx.x == 0) *turn = 2;
}

int main() {
    int* memory;
    cudaMalloc(&memory, 4 * sizeof(int));
    cudaMemset(memory, 0, 4 * sizeof(int));
    wait_for_turn<<<2, 1>>>(memory, memory + 1);
    std::printf("%s\n", cudaGetErrorString(cudaDeviceSynchronize()));
    cudaFree(memory);
}
