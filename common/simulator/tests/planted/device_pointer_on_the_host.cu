// The host initialises the array itself, through the device pointer. Ends by a signal.
// DIES
#include <cuda_runtime.h>

#include <cstdio>

__global__ void add_one(int* data) {
    data[threadIdx.x] += 1;
}

int main() {
    int* data;
    cudaMalloc(&data, 64 * sizeof(int));
    for (int i = 0; i < 64; ++i) data[i] = i;  // EXPECT device_pointer
    add_one<<<1, 64>>>(data);
    std::printf("%s\n", cudaGetErrorString(cudaDeviceSynchronize()));
    cudaFree(data);
}
