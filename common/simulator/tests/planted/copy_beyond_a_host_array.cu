// The host's array has room for one sum of each block, and the copy takes one of each thread.
// SAYS: It takes 2048 bytes, and the destination, an array of the host, has 32.
// NEAR-MISS: argument
#include <cuda_runtime.h>

#include <cstdio>
#include <cstdlib>

__global__ void sums(const int* in, int* out) {
    __shared__ int part[64];
    const int t = threadIdx.x;
    part[t] = in[blockIdx.x * 64 + t];
    __syncthreads();
    for (int half = 32; half > 0; half /= 2) {
        if (t < half) part[t] += part[t + half];
        __syncthreads();
    }
    if (t == 0) out[blockIdx.x] = part[0];
}

int main(int argc, char**) {
    const int blocks = 8, n = blocks * 64;
    int *in, *out, *host = static_cast<int*>(std::malloc(n * sizeof(int)));
    int* const results = static_cast<int*>(std::malloc(blocks * sizeof(int)));
    for (int i = 0; i < n; ++i) host[i] = i;
    cudaMalloc(&in, n * sizeof(int));
    cudaMalloc(&out, n * sizeof(int));
    cudaMemset(out, 0, n * sizeof(int));
    cudaMemcpy(in, host, n * sizeof(int), cudaMemcpyHostToDevice);
    sums<<<blocks, 64>>>(in, out);
    const int count = argc == 1 ? n : blocks;
    cudaMemcpy(results, out, count * sizeof(int), cudaMemcpyDeviceToHost);  // EXPECT bad_copy
    std::printf("%d\n", results[0]);
    std::free(host);
    std::free(results);
    cudaFree(in);
    cudaFree(out);
}
