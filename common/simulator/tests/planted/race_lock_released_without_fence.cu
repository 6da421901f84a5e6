// A spin lock released without a fence: the next owner may see the old sum.
#include <cuda_runtime.h>

#include <cstdio>

__device__ int lock = 0;

__global__ void add(float* sum) {
    if (threadIdx.x != 0) return;
    while (atomicCAS(&lock, 0, 1) != 0) {
    }
    *sum = *sum + blockIdx.x;  // EXPECT race
    atomicExch(&lock, 0);
}

int main() {
    float *sum, result;
    cudaMalloc(&sum, sizeof(float));
    cudaMemset(sum, 0, sizeof(float));
    add<<<8, 32>>>(sum);
    cudaMemcpy(&result, sum, sizeof result, cudaMemcpyDeviceToHost);
    std::printf("%f\n", result);
    cudaFree(sum);
}
