// A thread reads the counter as an ordinary variable while others still add to it.
#include <cuda_runtime.h>

#include <cstdio>

__global__ void count(int* total, int* seen, const int* in) {
    __shared__ int found;
    if (threadIdx.x == 0) found = 0;
    __syncthreads();
    if (in[threadIdx.x] > 0) atomicAdd(&found, 1);
    seen[threadIdx.x] = found;  // EXPECT race
    __syncthreads();
    if (threadIdx.x == 0) *total = found;
}

int main() {
    int host[64], *in, *total, *seen;
    for (int i = 0; i < 64; ++i) host[i] = i % 3;
    cudaMalloc(&in, sizeof host);
    cudaMalloc(&seen, sizeof host);
    cudaMalloc(&total, sizeof(int));
    cudaMemcpy(in, host, sizeof host, cudaMemcpyHostToDevice);
    count<<<1, 64>>>(total, seen, in);
    cudaMemcpy(host, total, sizeof(int), cudaMemcpyDeviceToHost);
    std::printf("%d\n", host[0]);
    cudaFree(in);
    cudaFree(seen);
    cudaFree(total);
}
