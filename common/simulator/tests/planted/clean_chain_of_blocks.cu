// Each block waits for the previous one and passes on its sum: a prefix sum in one launch.
#include <cuda_runtime.h>

#include <cstdio>

__global__ void prefix(int* sums, int* ready, const int* in) {
    const int b = blockIdx.x;
    int before = 0;
    if (b > 0) {
        while (atomicAdd(&ready[b - 1], 0) == 0) {
        }
        __threadfence();
        before = sums[b - 1];
    }
    sums[b] = before + in[b];
    __threadfence();
    atomicExch(&ready[b], 1);
}

int main() {
    int host[8] = {1, 2, 3, 4, 5, 6, 7, 8}, *in, *sums, *ready;
    cudaMalloc(&in, sizeof host);
    cudaMalloc(&sums, sizeof host);
    cudaMalloc(&ready, sizeof host);
    cudaMemcpy(in, host, sizeof host, cudaMemcpyHostToDevice);
    cudaMemset(ready, 0, sizeof host);
    prefix<<<8, 1>>>(sums, ready, in);
    cudaMemcpy(host, sums, sizeof host, cudaMemcpyDeviceToHost);
    std::printf("%d\n", host[7]);
    cudaFree(in);
    cudaFree(sums);
    cudaFree(ready);
}
