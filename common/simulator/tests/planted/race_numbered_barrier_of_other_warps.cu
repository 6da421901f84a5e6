// Three warps exchange values, and the barrier waits for two of them.
#include <cuda_runtime.h>

#include <cstdio>

__global__ void work(int* out) {
    __shared__ int all[96];
    all[threadIdx.x] = threadIdx.x;
    if (threadIdx.x < 64) asm volatile("bar.sync 1, 64;" ::: "memory");
    out[threadIdx.x] = all[95 - threadIdx.x];  // EXPECT race
}

int main() {
    int *out, last[96];
    cudaMalloc(&out, sizeof last);
    cudaMemset(out, 0, sizeof last);
    work<<<1, 96>>>(out);
    cudaMemcpy(last, out, sizeof last, cudaMemcpyDeviceToHost);
    std::printf("%d\n", last[96 - 1]);
    cudaFree(out);
}
