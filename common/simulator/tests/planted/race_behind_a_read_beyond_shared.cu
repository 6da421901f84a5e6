// The last thread reads one element beyond the tile, and the tile is used again without a barrier.
#include <cuda_runtime.h>

#include <cstdio>

__global__ void differences(const int* in, int* out) {
    __shared__ int tile[64];
    const int t = threadIdx.x;
    tile[t] = in[t];
    __syncthreads();
    const int* const from = tile + t;
    const int step = from[1] - from[0];  // EXPECT out_of_bounds
    tile[63 - t] = step;                 // EXPECT race
    __syncthreads();
    out[t] = tile[t];
}

int main() {
    int host[64], *in, *out;
    for (int i = 0; i < 64; ++i) host[i] = i * i;
    cudaMalloc(&in, sizeof host);
    cudaMalloc(&out, sizeof host);
    cudaMemcpy(in, host, sizeof host, cudaMemcpyHostToDevice);
    differences<<<1, 64>>>(in, out);
    cudaMemcpy(host, out, sizeof host, cudaMemcpyDeviceToHost);
    std::printf("%d\n", host[3]);
    cudaFree(in);
    cudaFree(out);
}
