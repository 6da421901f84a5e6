// The states were never set up by curand_init.
#include <cuda_runtime.h>
#include <curand_kernel.h>

__global__ void draw(curandState* states, unsigned int* numbers) {
    numbers[threadIdx.x] = curand(&states[threadIdx.x]);  // EXPECT uninitialized_read
}

int main() {
    const int threads = 32;
    curandState* states;
    unsigned int* numbers;
    cudaMalloc(&states, threads * sizeof(curandState));
    cudaMalloc(&numbers, threads * sizeof(unsigned int));
    draw<<<1, threads>>>(states, numbers);
    cudaDeviceSynchronize();
    cudaFree(states);
    cudaFree(numbers);
    return 0;
}
