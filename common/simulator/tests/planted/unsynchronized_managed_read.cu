// The host reads managed memory before the kernel has ended.
#include <cuda_runtime.h>

#include <cstdio>

__global__ void fill(int* data) {
    data[threadIdx.x] = threadIdx.x;
}

int main() {
    int* data;
    cudaMallocManaged(&data, 64 * sizeof(int));
    fill<<<1, 64>>>(data);
    std::printf("%d\n", data[63]);  // EXPECT unsynchronized_access
    cudaDeviceSynchronize();
    cudaFree(data);
}
