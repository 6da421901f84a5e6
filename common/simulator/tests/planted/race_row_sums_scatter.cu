// One thread per element of the matrix; all threads of a row add to one y[row].
#include <cuda_runtime.h>

#include <cstdio>

__global__ void product(float* y, const float* a, const float* x, int rows, int cols) {
    const int col = blockIdx.x * blockDim.x + threadIdx.x;
    const int row = blockIdx.y;
    if (col < cols) y[row] += a[row * cols + col] * x[col];  // EXPECT race
}

int main() {
    const int rows = 3, cols = 100;
    float *a, *x, *y, result[rows];
    cudaMalloc(&a, rows * cols * sizeof(float));
    cudaMalloc(&x, cols * sizeof(float));
    cudaMalloc(&y, rows * sizeof(float));
    cudaMemset(a, 63, rows * cols * sizeof(float));
    cudaMemset(x, 63, cols * sizeof(float));
    cudaMemset(y, 0, rows * sizeof(float));
    product<<<dim3(2, rows), 64>>>(y, a, x, rows, cols);
    cudaMemcpy(result, y, sizeof result, cudaMemcpyDeviceToHost);
    std::printf("%f\n", result[0]);
    cudaFree(a);
    cudaFree(x);
    cudaFree(y);
}
