// Each block reads the status words of the blocks before it, which were stored after fences.
#include <cuda_runtime.h>

#include <cstdio>

__device__ int wait_for(volatile int* word) {
    int seen;
    do {
        seen = *word;
    } while (seen == 0);
    __threadfence();
    return seen;
}

__global__ void prefix(int* sums, volatile int* status, volatile bool* stop) {
    if (threadIdx.x != 0) return;
    const int b = blockIdx.x;
    int before = 0;
    if (b > 0 && wait_for(status + b - 1) == 1) before = sums[b - 1];
    sums[b] = before + b;
    __threadfence();
    status[b] = 1;
    if (b == 5) *stop = true;
    for (int i = 0; i < 100 && !*stop; ++i) {
    }
}

int main() {
    int *sums, *status, last;
    bool* stop;
    cudaMalloc(&sums, 8 * sizeof(int));
    cudaMalloc(&status, 8 * sizeof(int));
    cudaMalloc(&stop, sizeof(bool));
    cudaMemset(status, 0, 8 * sizeof(int));
    cudaMemset(stop, 0, sizeof(bool));
    prefix<<<8, 32>>>(sums, status, stop);
    cudaMemcpy(&last, sums + 7, sizeof last, cudaMemcpyDeviceToHost);
    std::printf("%d\n", last);
    cudaFree(sums);
    cudaFree(status);
    cudaFree(stop);
}
