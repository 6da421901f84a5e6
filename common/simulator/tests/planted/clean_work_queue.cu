// Persistent threads draw rows from a queue until it is empty.
#include <cuda_runtime.h>

#include <cstdio>

__device__ int next_row = 0;

__global__ void row_sums(float* sums, const float* a, int rows, int cols) {
    __shared__ int row;
    for (;;) {
        if (threadIdx.x == 0) row = atomicAdd(&next_row, 1);
        __syncthreads();
        const int mine = row;
        __syncthreads();
        if (mine >= rows) break;
        float sum = 0;
        for (int col = threadIdx.x; col < cols; col += blockDim.x) sum += a[mine * cols + col];
        atomicAdd(&sums[mine], sum);
    }
}

int main() {
    const int rows = 20, cols = 40;
    float *a, *sums, result[rows];
    cudaMalloc(&a, rows * cols * sizeof(float));
    cudaMalloc(&sums, rows * sizeof(float));
    cudaMemset(a, 0, rows * cols * sizeof(float));
    cudaMemset(sums, 0, rows * sizeof(float));
    row_sums<<<3, 32>>>(sums, a, rows, cols);
    cudaMemcpy(result, sums, sizeof result, cudaMemcpyDeviceToHost);
    std::printf("%f\n", result[0]);
    cudaFree(a);
    cudaFree(sums);
}
