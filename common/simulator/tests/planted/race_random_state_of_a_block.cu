// One generator for each block, and all of its threads draw from it at once.
#include <cuda_runtime.h>
#include <curand_kernel.h>

__global__ void setup(curandState* states) {
    if (threadIdx.x == 0) curand_init(1, blockIdx.x, 0, &states[blockIdx.x]);
}

__global__ void draw(curandState* states, float* numbers) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    numbers[i] = curand_uniform(&states[blockIdx.x]);  // EXPECT race
}

int main() {
    const int blocks = 2, threads = 64;
    curandState* states;
    float* numbers;
    cudaMalloc(&states, blocks * sizeof(curandState));
    cudaMalloc(&numbers, blocks * threads * sizeof(float));
    setup<<<blocks, threads>>>(states);
    draw<<<blocks, threads>>>(states, numbers);
    cudaDeviceSynchronize();
    cudaFree(states);
    cudaFree(numbers);
    return 0;
}
