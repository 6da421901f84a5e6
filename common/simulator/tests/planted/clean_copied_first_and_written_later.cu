// The second buffer is first filled with a copy of the first one, which has no values yet.
#include <cuda_runtime.h>

#include <cstdio>

__global__ void copy(int* to, const int* from) {
    to[threadIdx.x] = from[threadIdx.x];
}

__global__ void number(int* data) {
    data[threadIdx.x] = threadIdx.x;
}

int main() {
    int host[64], *a, *b;
    cudaMalloc(&a, sizeof host);
    cudaMalloc(&b, sizeof host);
    copy<<<1, 64>>>(b, a);
    number<<<1, 64>>>(a);
    copy<<<1, 64>>>(b, a);
    cudaMemcpy(host, b, sizeof host, cudaMemcpyDeviceToHost);
    std::printf("%d\n", host[63]);
    cudaFree(a);
    cudaFree(b);
}
