// A histogram in global memory with an ordinary ++.
#include <cuda_runtime.h>

#include <cstdio>

__global__ void histogram(int* bins, const unsigned char* data, int n) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) bins[data[i] % 8]++;  // EXPECT race
}

int main() {
    unsigned char host[1000], *data;
    for (int i = 0; i < 1000; ++i) host[i] = i * i;
    int result[8], *bins;
    cudaMalloc(&data, sizeof host);
    cudaMalloc(&bins, sizeof result);
    cudaMemcpy(data, host, sizeof host, cudaMemcpyHostToDevice);
    cudaMemset(bins, 0, sizeof result);
    histogram<<<4, 256>>>(bins, data, 1000);
    cudaMemcpy(result, bins, sizeof result, cudaMemcpyDeviceToHost);
    std::printf("%d\n", result[0]);
    cudaFree(data);
    cudaFree(bins);
}
