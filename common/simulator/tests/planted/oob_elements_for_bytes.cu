// cudaMalloc is given the number of elements instead of bytes.
#include <cuda_runtime.h>

#include <cstdio>

__global__ void fill(int* out, int n) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) out[i] = i;  // EXPECT out_of_bounds
}

int main() {
    const int n = 256;
    int* out;
    cudaMalloc(&out, n);
    fill<<<2, 128>>>(out, n);
    std::printf("%s\n", cudaGetErrorString(cudaDeviceSynchronize()));
    cudaFree(out);
}
