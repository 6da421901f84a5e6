// The heads of linked lists are never set; the exchange returns garbage as the first link.
#include <cuda_runtime.h>

#include <cstdio>

__global__ void push(int* heads, int* next) {
    const int i = threadIdx.x;
    next[i] = atomicExch(&heads[i % 4], i);  // EXPECT uninitialized_read
}

int main() {
    int *heads, *next, host[32];
    cudaMalloc(&heads, 4 * sizeof(int));
    cudaMalloc(&next, sizeof host);
    push<<<1, 32>>>(heads, next);
    cudaMemcpy(host, next, sizeof host, cudaMemcpyDeviceToHost);
    std::printf("%d\n", host[0]);
    cudaFree(heads);
    cudaFree(next);
}
