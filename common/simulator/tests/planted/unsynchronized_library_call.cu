// memcmp, which simcc did not compile, reads managed memory while the kernel may still write it.
// NEAR-MISS: argument
#include <cuda_runtime.h>

#include <cstring>

__global__ void zeros(int* data) {
    data[threadIdx.x] = 0;  // EXPECT unsynchronized_access
}

int main(int argc, char**) {
    int *data, expected[64] = {};
    cudaMallocManaged(&data, sizeof expected);
    zeros<<<1, 64>>>(data);
    if (argc > 1) cudaDeviceSynchronize();
    const int order = std::memcmp(data, expected, sizeof expected);  // OTHER unsynchronized_access
    cudaDeviceSynchronize();
    cudaFree(data);
    return order;
}
