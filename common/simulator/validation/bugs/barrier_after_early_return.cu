// Threads without work return before the barrier: legal from compute capability 7.0 on.
#include <cuda_runtime.h>

#include <cstdio>

__global__ void reverse(int* data, int n) {
    __shared__ int copy[128];
    const int t = threadIdx.x;
    if (t >= n) return;
    copy[t] = data[t];
    __syncthreads();  // EXPECT barrier_divergence warning
    data[t] = copy[n - 1 - t];
}

int main() {
    int host[100], *data;
    cudaMalloc(&data, sizeof host);
    cudaMemset(data, 0, sizeof host);
    reverse<<<1, 128>>>(data, 100);
    cudaMemcpy(host, data, sizeof host, cudaMemcpyDeviceToHost);
    std::printf("%d\n", host[0]);
    cudaFree(data);
}
