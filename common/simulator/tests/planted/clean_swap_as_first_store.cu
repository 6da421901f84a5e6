// Atomic exchanges fill a fresh array; the old values that they return are not used.
#include <cuda_runtime.h>

#include <cstdio>

__global__ void fill(int* marks, float* weights, unsigned long long* wide) {
    const int i = threadIdx.x;
    atomicExch(&marks[i], i);
    atomicExch(&weights[i], 0.5f);
    atomicExch(&wide[i / 2], 7ull);
}

__global__ void swap(int* marks, int* before) {
    before[threadIdx.x] = atomicExch(&marks[threadIdx.x], -1);
}

int main() {
    int *marks, *before, host[32];
    float* weights;
    unsigned long long* wide;
    cudaMalloc(&marks, sizeof host);
    cudaMalloc(&before, sizeof host);
    cudaMalloc(&weights, 32 * sizeof(float));
    cudaMalloc(&wide, 16 * sizeof(unsigned long long));
    fill<<<1, 32>>>(marks, weights, wide);
    swap<<<1, 32>>>(marks, before);
    cudaMemcpy(host, before, sizeof host, cudaMemcpyDeviceToHost);
    std::printf("%d\n", host[5]);
    cudaFree(marks);
    cudaFree(before);
    cudaFree(weights);
    cudaFree(wide);
}
