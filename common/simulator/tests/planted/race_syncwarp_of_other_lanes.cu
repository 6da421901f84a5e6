// The mask names the lower half of the warp; the upper half's values are read nevertheless.
// SAYS: __syncwarp() orders only the lanes that come to it and that its mask names
#include <cuda_runtime.h>

#include <cstdio>

__global__ void fold(int* out, const int* in) {
    __shared__ int s[32];
    const int lane = threadIdx.x;
    s[lane] = in[lane];
    if (lane < 16) {
        __syncwarp(0x0000ffff);
        out[lane] = s[lane] + s[lane + 16];  // EXPECT race
    }
}

int main() {
    int host[32], *in, *out;
    for (int i = 0; i < 32; ++i) host[i] = i;
    cudaMalloc(&in, sizeof host);
    cudaMalloc(&out, 16 * sizeof(int));
    cudaMemcpy(in, host, sizeof host, cudaMemcpyHostToDevice);
    fold<<<1, 32>>>(out, in);
    cudaMemcpy(host, out, 16 * sizeof(int), cudaMemcpyDeviceToHost);
    std::printf("%d\n", host[0]);
    cudaFree(in);
    cudaFree(out);
}
