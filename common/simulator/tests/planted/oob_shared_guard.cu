// More threads than elements in dynamic shared memory, whose bytes happen to be as many.
// NEAR-MISS: argument
// SAYS: a block has 256 threads: where each of them is to have an element, the array needs as many
#include <cuda_runtime.h>

__global__ void stage(float* data, int n, bool fixed) {
    extern __shared__ float buffer[];
    const int i = threadIdx.x;
    if (!fixed)
        buffer[i] = i;  // EXPECT out_of_bounds
    else if (i < n)
        buffer[i] = i;
    __syncthreads();
    if (i < n) data[i] = buffer[n - 1 - i];
}

int main(int argc, char**) {
    const int n = 64;
    float* data;
    cudaMalloc(&data, n * sizeof(float));
    stage<<<1, 256, n * sizeof(float)>>>(data, n, argc > 1);
    cudaDeviceSynchronize();
    cudaFree(data);
}
