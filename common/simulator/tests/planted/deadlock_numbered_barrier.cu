// The barrier waits for four warps, of which three come.
#include <cuda_runtime.h>

#include <cstdio>

__global__ void work(int* out) {
    if (threadIdx.x < 96) asm volatile("bar.sync 1, 128;" ::: "memory");  // EXPECT deadlock
    out[threadIdx.x] = threadIdx.x;
}

int main() {
    int *out, last[128];
    cudaMalloc(&out, sizeof last);
    cudaMemset(out, 0, sizeof last);
    work<<<1, 128>>>(out);
    cudaMemcpy(last, out, sizeof last, cudaMemcpyDeviceToHost);
    std::printf("%d\n", last[128 - 1]);
    cudaFree(out);
}
