// Memory is freed and allocated again between launches; cudaFree waits for the device.
#include <cuda_runtime.h>

#include <cstdio>

__global__ void fill(int* data, int value) {
    data[threadIdx.x] = value;
}

int main() {
    int result = 0;
    for (int turn = 0; turn < 3; ++turn) {
        int* data;
        cudaMalloc(&data, 64 * sizeof(int));
        fill<<<1, 64>>>(data, turn);
        cudaMemcpy(&result, data, sizeof result, cudaMemcpyDeviceToHost);
        cudaFree(data);
    }
    std::printf("%d\n", result);
}
