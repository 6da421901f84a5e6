// An assert in a kernel that does not hold for the last thread.
#include <cuda_runtime.h>

#include <cassert>
#include <cstdio>

__global__ void check_sorted(const int* data, int n) {
    const int i = threadIdx.x;
    if (i + 1 < n) assert(data[i] <= data[i + 1]);  // EXPECT assertion
}

int main() {
    int host[32], *data;
    for (int i = 0; i < 32; ++i) host[i] = i == 31 ? 0 : i;
    cudaMalloc(&data, sizeof host);
    cudaMemcpy(data, host, sizeof host, cudaMemcpyHostToDevice);
    check_sorted<<<1, 32>>>(data, 32);
    std::printf("%s\n", cudaGetErrorString(cudaDeviceSynchronize()));
    cudaFree(data);
}
