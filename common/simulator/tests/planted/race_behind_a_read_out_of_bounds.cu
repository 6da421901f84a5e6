// The last thread reads one element too far, and all blocks add to one sum without an atomic.
#include <cuda_runtime.h>

#include <cstdio>

__global__ void total_variation(const int* in, int* sum) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    const int step = in[i + 1] - in[i];  // EXPECT out_of_bounds
    if (step > 0) *sum += step;          // EXPECT race
}

int main() {
    const int n = 256;
    int host[n], *in, *sum;
    for (int i = 0; i < n; ++i) host[i] = i;
    cudaMalloc(&in, sizeof host);
    cudaMalloc(&sum, sizeof(int));
    cudaMemcpy(in, host, sizeof host, cudaMemcpyHostToDevice);
    cudaMemset(sum, 0, sizeof(int));
    total_variation<<<4, 64>>>(in, sum);
    cudaMemcpy(host, sum, sizeof(int), cudaMemcpyDeviceToHost);
    std::printf("%d\n", host[0]);
    cudaFree(in);
    cudaFree(sum);
}
