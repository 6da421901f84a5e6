// The barriers __syncthreads_count() and __syncthreads_and().
#include <cuda_runtime.h>

#include <cstdio>

__global__ void relax(int* data, int* rounds) {
    __shared__ int s[64];
    const int t = threadIdx.x;
    s[t] = data[t];
    int n = 0;
    while (!__syncthreads_and(s[t] == 0)) {
        if (s[t] > 0) s[t] /= 2;
        ++n;
    }
    const int zeros = __syncthreads_count(s[t] == 0);
    if (t == 0) *rounds = n * 1000 + zeros;
}

int main() {
    int host[64], *data, *rounds;
    for (int i = 0; i < 64; ++i) host[i] = i;
    cudaMalloc(&data, sizeof host);
    cudaMalloc(&rounds, sizeof(int));
    cudaMemcpy(data, host, sizeof host, cudaMemcpyHostToDevice);
    relax<<<1, 64>>>(data, rounds);
    cudaMemcpy(host, rounds, sizeof(int), cudaMemcpyDeviceToHost);
    std::printf("%d\n", host[0]);
    cudaFree(data);
    cudaFree(rounds);
}
