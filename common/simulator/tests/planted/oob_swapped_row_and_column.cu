// row * rows + col in a matrix of 8 rows and 64 columns, stored column after column: col * cols.
#include <cuda_runtime.h>

#include <cstdio>

__global__ void product(float* y, const float* a, const float* x, int rows, int cols) {
    const int row = threadIdx.x;
    if (row >= rows) return;
    float sum = 0;
    for (int col = 0; col < cols; ++col)
        sum += a[col * cols + row] * x[col];  // EXPECT out_of_bounds
    y[row] = sum;
}

int main() {
    const int rows = 8, cols = 64;
    float *a, *x, *y, host[rows];
    cudaMalloc(&a, rows * cols * sizeof(float));
    cudaMalloc(&x, cols * sizeof(float));
    cudaMalloc(&y, rows * sizeof(float));
    cudaMemset(a, 0, rows * cols * sizeof(float));
    cudaMemset(x, 0, cols * sizeof(float));
    product<<<1, 32>>>(y, a, x, rows, cols);
    cudaMemcpy(host, y, sizeof host, cudaMemcpyDeviceToHost);
    std::printf("%f\n", host[0]);
    cudaFree(a);
    cudaFree(x);
    cudaFree(y);
}
