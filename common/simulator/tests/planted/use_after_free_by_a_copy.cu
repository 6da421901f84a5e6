// The result is copied from memory that was freed.
#include <cuda_runtime.h>

#include <cstdio>

__global__ void fill(int* out) {
    out[threadIdx.x] = threadIdx.x;
}

int main() {
    int host[64] = {}, *out;
    cudaMalloc(&out, sizeof host);
    fill<<<1, 64>>>(out);
    cudaFree(out);
    cudaMemcpy(host, out, sizeof host, cudaMemcpyDeviceToHost);  // EXPECT use_after_free
    std::printf("%d\n", host[1]);
}
