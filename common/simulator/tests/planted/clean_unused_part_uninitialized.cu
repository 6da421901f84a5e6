// Only the part of the buffer that has been written is read.
#include <cuda_runtime.h>

#include <cstdio>

__global__ void fill(int* data, int n) {
    if (threadIdx.x < n) data[threadIdx.x] = threadIdx.x;
}

__global__ void sum(int* out, const int* data, int n) {
    int s = 0;
    for (int i = 0; i < n; ++i) s += data[i];
    *out = s;
}

int main() {
    int *data, *out, result;
    cudaMalloc(&data, 1024 * sizeof(int));
    cudaMalloc(&out, sizeof(int));
    fill<<<1, 64>>>(data, 50);
    sum<<<1, 1>>>(out, data, 50);
    cudaMemcpy(&result, out, sizeof result, cudaMemcpyDeviceToHost);
    std::printf("%d\n", result);
    cudaFree(data);
    cudaFree(out);
}
