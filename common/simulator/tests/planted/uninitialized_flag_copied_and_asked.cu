// The flags are copied, which is no error, and used in a branch, which is one.
#include <cuda_runtime.h>

#include <cstdio>

__global__ void keep(int* kept, const int* flags, int* count) {
    const int flag = flags[threadIdx.x];  // EXPECT uninitialized_read
    kept[threadIdx.x] = flag;
    if (flag > 0) atomicAdd(count, 1);
}

int main() {
    int host, *flags, *kept, *count;
    cudaMalloc(&flags, 64 * sizeof(int));
    cudaMalloc(&kept, 64 * sizeof(int));
    cudaMalloc(&count, sizeof(int));
    cudaMemset(count, 0, sizeof(int));
    keep<<<1, 64>>>(kept, flags, count);
    cudaMemcpy(&host, count, sizeof host, cudaMemcpyDeviceToHost);
    std::printf("%d\n", host);
    cudaFree(flags);
    cudaFree(kept);
    cudaFree(count);
}
