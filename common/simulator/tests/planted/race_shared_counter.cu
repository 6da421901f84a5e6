// Threads of one block count even numbers with an ordinary ++.
#include <cuda_runtime.h>

#include <cstdio>

__global__ void count_even(int* out, const int* in) {
    __shared__ int count;
    if (threadIdx.x == 0) count = 0;
    __syncthreads();
    if (in[threadIdx.x] % 2 == 0) count++;  // EXPECT race
    __syncthreads();
    if (threadIdx.x == 0) *out = count;
}

int main() {
    int host[128], *in, *out;
    for (int i = 0; i < 128; ++i) host[i] = i;
    cudaMalloc(&in, sizeof host);
    cudaMalloc(&out, sizeof(int));
    cudaMemcpy(in, host, sizeof host, cudaMemcpyHostToDevice);
    count_even<<<1, 128>>>(out, in);
    cudaMemcpy(host, out, sizeof(int), cudaMemcpyDeviceToHost);
    std::printf("%d\n", host[0]);
    cudaFree(in);
    cudaFree(out);
}
