// cudaMemset counts bytes: only a quarter of the counters is cleared.
#include <cuda_runtime.h>

#include <cstdio>

__global__ void count(int* counters) {
    atomicAdd(&counters[threadIdx.x], 1);  // EXPECT uninitialized_read
}

int main() {
    const int n = 64;
    int host[n], *counters;
    cudaMalloc(&counters, n * sizeof(int));
    cudaMemset(counters, 0, n);
    count<<<1, n>>>(counters);
    cudaMemcpy(host, counters, sizeof host, cudaMemcpyDeviceToHost);
    std::printf("%d\n", host[0]);
    cudaFree(counters);
}
