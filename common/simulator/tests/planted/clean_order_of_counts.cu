// Counts, integer sums and maxima by atomics are the same in any order of threads.
// ORDER: compare
#include <cuda_runtime.h>

#include <cstdio>

__global__ void summarise(int* count, int* sum, int* most, const int* data) {
    const int value = data[blockIdx.x * blockDim.x + threadIdx.x];
    if (value % 2 == 0) atomicAdd(count, 1);
    atomicAdd(sum, value);
    atomicMax(most, value);
}

int main() {
    int host[128], *data, *results;
    for (int i = 0; i < 128; ++i) host[i] = i * 37 % 100;
    cudaMalloc(&data, sizeof host);
    cudaMalloc(&results, 3 * sizeof(int));
    cudaMemcpy(data, host, sizeof host, cudaMemcpyHostToDevice);
    cudaMemset(results, 0, 3 * sizeof(int));
    summarise<<<2, 64>>>(results, results + 1, results + 2, data);
    cudaMemcpy(host, results, 3 * sizeof(int), cudaMemcpyDeviceToHost);
    std::printf("%d %d %d\n", host[0], host[1], host[2]);
    cudaFree(data);
    cudaFree(results);
}
