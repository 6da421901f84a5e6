// Groups of four blocks share 64 elements. The index does use the block's number.
#include <cuda_runtime.h>

#include <cstdio>

__global__ void fold(const int* in, int* out) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    out[i / 256 * 64 + i % 64] = in[i];  // EXPECT race
}

int main() {
    const int n = 512;
    int host[n], *in, *out;
    for (int i = 0; i < n; ++i) host[i] = i;
    cudaMalloc(&in, sizeof host);
    cudaMalloc(&out, sizeof host);
    cudaMemcpy(in, host, sizeof host, cudaMemcpyHostToDevice);
    fold<<<8, 64>>>(in, out);
    cudaMemcpy(host, out, 128 * sizeof(int), cudaMemcpyDeviceToHost);
    std::printf("%d\n", host[9]);
    cudaFree(in);
    cudaFree(out);
}
