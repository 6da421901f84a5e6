// An unsigned index that is counted down below zero.
#include <cuda_runtime.h>

#include <cstdio>

__global__ void backwards(int* out, const int* in, unsigned n) {
    const unsigned i = threadIdx.x;
    out[i] = in[n - 2 - i];  // EXPECT out_of_bounds
}

int main() {
    int host[64], *in, *out;
    cudaMalloc(&in, sizeof host);
    cudaMalloc(&out, sizeof host);
    cudaMemset(in, 0, sizeof host);
    backwards<<<1, 64>>>(out, in, 64);
    cudaMemcpy(host, out, sizeof host, cudaMemcpyDeviceToHost);
    std::printf("%d\n", host[0]);
    cudaFree(in);
    cudaFree(out);
}
