// The launch asks for as many bytes of shared memory as there should be floats.
// NEAR-MISS: argument
// SAYS: a size given in the launch counts bytes
#include <cuda_runtime.h>

__global__ void stage(float* data, int n) {
    extern __shared__ float buffer[];
    const int i = threadIdx.x;
    buffer[i] = data[i];  // EXPECT out_of_bounds
    __syncthreads();
    data[i] = buffer[n - 1 - i];
}

void launch(float* data, int n, size_t bytes) {
    stage<<<1, n, bytes>>>(data, n);
}

int main(int argc, char**) {
    const int n = 64;
    float* data;
    cudaMalloc(&data, n * sizeof(float));
    cudaMemset(data, 0, n * sizeof(float));
    launch(data, n, argc > 1 ? n * sizeof(float) : n);
    cudaDeviceSynchronize();
    cudaFree(data);
}
