// Block 0 prepares the table in shared memory; the other blocks have tables of their own.
#include <cuda_runtime.h>

#include <cstdio>

__global__ void look_up(int* out) {
    __shared__ int table[32];
    if (blockIdx.x == 0) table[threadIdx.x] = threadIdx.x * threadIdx.x;
    __syncthreads();
    out[blockIdx.x * 32 + threadIdx.x] = table[31 - threadIdx.x];  // EXPECT uninitialized_read
}

int main() {
    int host[128], *out;
    cudaMalloc(&out, sizeof host);
    look_up<<<4, 32>>>(out);
    cudaMemcpy(host, out, sizeof host, cudaMemcpyDeviceToHost);
    std::printf("%d\n", host[0]);
    cudaFree(out);
}
