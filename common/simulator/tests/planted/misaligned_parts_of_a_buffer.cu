// One buffer for bytes and, right behind an odd number of them, for ints.
#include <cuda_runtime.h>

#include <cstdio>

__global__ void fill(unsigned char* buffer, int bytes) {
    int* numbers = reinterpret_cast<int*>(buffer + bytes);
    numbers[threadIdx.x] = threadIdx.x;  // EXPECT misaligned
}

int main() {
    unsigned char* buffer;
    cudaMalloc(&buffer, 512);
    fill<<<1, 32>>>(buffer, 33);
    std::printf("%s\n", cudaGetErrorString(cudaDeviceSynchronize()));
    cudaFree(buffer);
}
