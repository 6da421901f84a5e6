// The host waits for the device before it reads managed memory.
#include <cuda_runtime.h>

#include <cstdio>

__global__ void fill(int* data) {
    data[threadIdx.x] = threadIdx.x;
}

int main() {
    int* data;
    cudaMallocManaged(&data, 64 * sizeof(int));
    fill<<<1, 64>>>(data);
    cudaDeviceSynchronize();
    std::printf("%d\n", data[63]);
    cudaFree(data);
}
