// The kernel is given the host's array.
#include <cuda_runtime.h>

#include <cstdio>

__global__ void add_one(int* data) {
    data[threadIdx.x] += 1;  // EXPECT host_pointer
}

int main() {
    int* data = new int[64]();
    add_one<<<1, 64>>>(data);
    std::printf("%s\n", cudaGetErrorString(cudaDeviceSynchronize()));
    delete[] data;
}
