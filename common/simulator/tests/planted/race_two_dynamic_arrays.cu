// Two dynamic arrays both begin where the block's dynamic shared memory begins.
// SAYS: keys and counts are one memory
#include <cuda_runtime.h>

#include <cstdio>

extern __shared__ int keys[];
extern __shared__ int counts[];

__global__ void count(const int* in, int* out) {
    const int t = threadIdx.x;
    counts[t] = 0;
    keys[t] = in[t];
    __syncthreads();
    atomicAdd(&counts[keys[t] % 8], 1);  // EXPECT race
    __syncthreads();
    if (t < 8) out[t] = counts[t];
}

int main() {
    int host[64], *in, *out;
    for (int i = 0; i < 64; ++i) host[i] = i * 5;
    cudaMalloc(&in, sizeof host);
    cudaMalloc(&out, sizeof host);
    cudaMemcpy(in, host, sizeof host, cudaMemcpyHostToDevice);
    count<<<1, 64, 2 * sizeof host>>>(in, out);
    cudaMemcpy(host, out, 8 * sizeof(int), cudaMemcpyDeviceToHost);
    std::printf("%d\n", host[3]);
    cudaFree(in);
    cudaFree(out);
}
