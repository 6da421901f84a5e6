// The host receives only a copy of values that were never written.
// NEAR-MISS: argument
#include <cuda_runtime.h>

#include <cstdio>

__global__ void last(int* result, const int* data, int n) {
    *result = data[n - 1];  // EXPECT uninitialized_read
}

int main(int argc, char**) {
    int host, *data, *result;
    cudaMalloc(&data, 64 * sizeof(int));
    cudaMalloc(&result, sizeof(int));
    cudaMemset(data, 0, (argc > 1 ? 64 : 63) * sizeof(int));
    last<<<1, 1>>>(result, data, 64);
    cudaMemcpy(&host, result, sizeof host, cudaMemcpyDeviceToHost);
    std::printf("%d\n", host);
    cudaFree(data);
    cudaFree(result);
}
