// Half of the array is never written. It is copied, and only the host uses the values.
// NEAR-MISS: argument
#include <cuda_runtime.h>

#include <cstdio>

__global__ void fill(int* data, int n) {
    if (threadIdx.x < n) data[threadIdx.x] = threadIdx.x;
}

__global__ void copy(int* to, const int* from) {
    to[threadIdx.x] = from[threadIdx.x];  // EXPECT uninitialized_read
}

int main(int argc, char**) {
    int host[64], sums[64], *a, *b;
    const int n = argc > 1 ? 64 : 32;
    cudaMalloc(&a, sizeof host);
    cudaMalloc(&b, sizeof host);
    fill<<<1, 64>>>(a, n);
    copy<<<1, 64>>>(b, a);
    cudaMemcpy(host, b, sizeof host, cudaMemcpyDeviceToHost);
    for (int i = 0; i < 64; ++i) sums[i] = (i ? sums[i - 1] : 0) + host[i];
    std::printf("%d\n", sums[63]);
    cudaFree(a);
    cudaFree(b);
}
