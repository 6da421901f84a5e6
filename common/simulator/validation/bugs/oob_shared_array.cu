// 256 threads and a shared array of 128.
#include <cuda_runtime.h>

#include <cstdio>

__global__ void reverse(int* data) {
    __shared__ int copy[128];
    copy[threadIdx.x] = data[threadIdx.x];  // EXPECT out_of_bounds
    __syncthreads();
    data[threadIdx.x] = copy[blockDim.x - 1 - threadIdx.x];
}

int main() {
    int host[256], *data;
    cudaMalloc(&data, sizeof host);
    cudaMemset(data, 0, sizeof host);
    reverse<<<1, 256>>>(data);
    cudaMemcpy(host, data, sizeof host, cudaMemcpyDeviceToHost);
    std::printf("%d\n", host[0]);
    cudaFree(data);
}
