// Lanes hand each other values through shared memory as if a warp still ran in step.
// NEAR-MISS: argument
#include <cuda_runtime.h>

__global__ void rotate(int* data, bool fixed) {
    __shared__ volatile int lane_value[32];
    const int lane = threadIdx.x;
    lane_value[lane] = data[lane];  // EXPECT race
    if (fixed) __syncwarp();
    data[lane] = lane_value[(lane + 1) % 32];  // OTHER race
}

int main(int argc, char**) {
    int* data;
    cudaMalloc(&data, 32 * sizeof(int));
    cudaMemset(data, 0, 32 * sizeof(int));
    rotate<<<1, 32>>>(data, argc > 1);
    cudaDeviceSynchronize();
    cudaFree(data);
}
