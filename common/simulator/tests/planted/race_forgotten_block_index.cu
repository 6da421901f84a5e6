// The index is made of threadIdx alone, so all blocks write the first 64 elements.
#include <cuda_runtime.h>

#include <cstdio>

__global__ void number(int* out) {
    const int i = threadIdx.x;
    out[i] = blockIdx.x * blockDim.x + threadIdx.x;  // EXPECT race
}

int main() {
    int host[256], *out;
    cudaMalloc(&out, sizeof host);
    cudaMemset(out, 0, sizeof host);
    number<<<4, 64>>>(out);
    cudaMemcpy(host, out, sizeof host, cudaMemcpyDeviceToHost);
    std::printf("%d\n", host[0]);
    cudaFree(out);
}
