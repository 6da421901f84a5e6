// One generator per thread, but memory for one per block.
#include <cuda_runtime.h>
#include <curand_kernel.h>

__global__ void setup(curandStatePhilox4_32_10_t* states) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    curand_init(1, i, 0, &states[i]);  // EXPECT out_of_bounds
}

int main() {
    const int blocks = 4, threads = 32;
    curandStatePhilox4_32_10_t* states;
    cudaMalloc(&states, blocks * sizeof(curandStatePhilox4_32_10_t));
    setup<<<blocks, threads>>>(states);
    cudaDeviceSynchronize();
    cudaDeviceReset();
    return 0;
}
