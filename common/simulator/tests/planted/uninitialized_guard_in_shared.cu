// A flag that only some blocks set decides whether a block does any work: garbage in a branch.
#include <cuda_runtime.h>

#include <cstdio>

__global__ void work(const int* in, int* out) {
    __shared__ int wanted;
    if (threadIdx.x == 0 && in[blockIdx.x] > 0) wanted = 1;
    __syncthreads();
    if (wanted > 0) out[blockIdx.x * 32 + threadIdx.x] = 1;  // EXPECT uninitialized_read
}

int main() {
    int host[128] = {1, 0, 2, 0}, *in, *out;
    cudaMalloc(&in, 4 * sizeof(int));
    cudaMalloc(&out, sizeof host);
    cudaMemcpy(in, host, 4 * sizeof(int), cudaMemcpyHostToDevice);
    cudaMemset(out, 0, sizeof host);
    work<<<4, 32>>>(in, out);
    cudaMemcpy(host, out, sizeof host, cudaMemcpyDeviceToHost);
    std::printf("%d\n", host[40]);
    cudaFree(in);
    cudaFree(out);
}
