// The allocation fails, the program does not check, and the kernel gets a null pointer.
#include <cuda_runtime.h>

#include <cstdio>

__global__ void fill(int* out) {
    out[threadIdx.x] = threadIdx.x;  // EXPECT out_of_bounds
}

int main() {
    int* out = nullptr;
    cudaMalloc(&out, std::size_t{1} << 50);
    cudaGetLastError();
    fill<<<1, 32>>>(out);
    std::printf("%s\n", cudaGetErrorString(cudaDeviceSynchronize()));
}
