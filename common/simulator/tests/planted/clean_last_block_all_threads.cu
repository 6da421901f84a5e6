// Every thread fences before its block takes a ticket, and all threads of the last block read.
#include <cuda_runtime.h>

#include <cstdio>

__device__ unsigned ticket = 0;

__global__ void largest_of_all(int* out, int* partial, const int* in) {
    __shared__ bool last;
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    partial[i] = in[i] * in[i];
    __threadfence();
    __syncthreads();
    if (threadIdx.x == 0) last = atomicInc(&ticket, gridDim.x - 1) == gridDim.x - 1;
    __syncthreads();
    if (!last) return;
    int most = 0;
    for (int k = threadIdx.x; k < gridDim.x * blockDim.x; k += blockDim.x)
        most = max(most, partial[k]);
    atomicMax(out, most);
}

int main() {
    int host[256], *in, *partial, *out;
    for (int i = 0; i < 256; ++i) host[i] = i;
    cudaMalloc(&in, sizeof host);
    cudaMalloc(&partial, sizeof host);
    cudaMalloc(&out, sizeof(int));
    cudaMemcpy(in, host, sizeof host, cudaMemcpyHostToDevice);
    cudaMemset(out, 0, sizeof(int));
    largest_of_all<<<4, 64>>>(out, partial, in);
    cudaMemcpy(host, out, sizeof(int), cudaMemcpyDeviceToHost);
    std::printf("%d\n", host[0]);
    cudaFree(in);
    cudaFree(partial);
    cudaFree(out);
}
