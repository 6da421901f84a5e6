// The index lacks the block's number, but all blocks write equal values.
// NO WITNESS: all store the same
#include <cuda_runtime.h>

#include <cstdio>

__global__ void squares(int* out) {
    const int i = threadIdx.x;
    out[i] = i * i;  // EXPECT race warning
}

int main() {
    int host[256], *out;
    cudaMalloc(&out, sizeof host);
    cudaMemset(out, 0, sizeof host);
    squares<<<4, 64>>>(out);
    cudaMemcpy(host, out, sizeof host, cudaMemcpyDeviceToHost);
    std::printf("%d\n", host[9]);
    cudaFree(out);
}
