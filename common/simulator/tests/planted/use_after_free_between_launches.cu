// The buffer is freed between two launches that use it.
#include <cuda_runtime.h>

#include <cstdio>

__global__ void add_one(int* data) {
    data[threadIdx.x] += 1;  // EXPECT use_after_free
}

int main() {
    int* data;
    cudaMalloc(&data, 64 * sizeof(int));
    cudaMemset(data, 0, 64 * sizeof(int));
    add_one<<<1, 64>>>(data);
    cudaFree(data);
    add_one<<<1, 64>>>(data);
    std::printf("%s\n", cudaGetErrorString(cudaDeviceSynchronize()));
}
