// A lock that serves in the order of arrival: tickets are drawn, the number served is polled.
#include <cuda_runtime.h>

#include <cstdio>

__device__ unsigned next_ticket = 0;
__device__ volatile unsigned now_serving = 0;

__global__ void append(int* list, int* length) {
    if (threadIdx.x != 0) return;
    const unsigned mine = atomicAdd(&next_ticket, 1);
    while (now_serving != mine) {
    }
    __threadfence();
    list[*length] = blockIdx.x;
    *length = *length + 1;
    __threadfence();
    now_serving = mine + 1;
}

int main() {
    int *list, *length, result;
    cudaMalloc(&list, 8 * sizeof(int));
    cudaMalloc(&length, sizeof(int));
    cudaMemset(length, 0, sizeof(int));
    append<<<8, 32>>>(list, length);
    cudaMemcpy(&result, length, sizeof result, cudaMemcpyDeviceToHost);
    std::printf("%d\n", result);
    cudaFree(list);
    cudaFree(length);
}
