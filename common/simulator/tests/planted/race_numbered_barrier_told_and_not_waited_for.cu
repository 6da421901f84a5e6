// The warp that reads only tells the other one that it is there.
#include <cuda_runtime.h>

#include <cstdio>

__global__ void work(int* out) {
    __shared__ int part[32];
    if (threadIdx.x < 32) {
        part[threadIdx.x] = threadIdx.x;
        asm volatile("barrier.sync 3, 64;" ::: "memory");
    } else {
        asm volatile("barrier.arrive 3, 64;" ::: "memory");
        out[threadIdx.x] = part[threadIdx.x - 32];  // EXPECT race
    }
}

int main() {
    int *out, last[64];
    cudaMalloc(&out, sizeof last);
    cudaMemset(out, 0, sizeof last);
    work<<<1, 64>>>(out);
    cudaMemcpy(last, out, sizeof last, cudaMemcpyDeviceToHost);
    std::printf("%d\n", last[64 - 1]);
    cudaFree(out);
}
