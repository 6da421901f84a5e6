// The memset counts one byte too few: the last integer has three of its four.
#include <cuda_runtime.h>

#include <cstdio>

__global__ void sum(const int* counts, int n, int* out) {
    int total = 0;
    for (int i = 0; i < n; ++i) total += counts[i];  // EXPECT uninitialized_read
    *out = total;
}

int main() {
    const int n = 100;
    int *counts, *out, host;
    cudaMalloc(&counts, n * sizeof(int));
    cudaMalloc(&out, sizeof(int));
    cudaMemset(counts, 0, n * sizeof(int) - 1);
    sum<<<1, 1>>>(counts, n, out);
    cudaMemcpy(&host, out, sizeof host, cudaMemcpyDeviceToHost);
    std::printf("%d\n", host);
    cudaFree(counts);
    cudaFree(out);
}
