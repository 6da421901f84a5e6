// Two launches count into one word at the same time, with atomics that hold within a block only.
#include <cuda_runtime.h>

#include <cstdio>

__global__ void count(const int* in, int n, int* hits) {
    const int i = threadIdx.x;
    if (i < n && in[i] > 0) atomicAdd_block(hits, 1);  // EXPECT race
}

int main() {
    const int n = 64;
    int host[n], *in, *hits, result;
    for (int i = 0; i < n; ++i) host[i] = i % 3;
    cudaMalloc(&in, sizeof host);
    cudaMalloc(&hits, sizeof(int));
    cudaMemcpy(in, host, sizeof host, cudaMemcpyHostToDevice);
    cudaMemset(hits, 0, sizeof(int));
    cudaDeviceSynchronize();
    cudaStream_t one, two;
    cudaStreamCreate(&one);
    cudaStreamCreate(&two);
    count<<<1, 64, 0, one>>>(in, n, hits);
    count<<<1, 64, 0, two>>>(in, n, hits);
    cudaDeviceSynchronize();
    cudaMemcpy(&result, hits, sizeof result, cudaMemcpyDeviceToHost);
    std::printf("%d\n", result);
    cudaStreamDestroy(one);
    cudaStreamDestroy(two);
    cudaFree(in);
    cudaFree(hits);
}
