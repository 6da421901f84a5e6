// Surplus threads of the last block read rows behind the matrix.
// NEAR-MISS: argument
// SAYS: let only those work whose `i` is below rows (1000)
#include <cuda_runtime.h>

__global__ void matvec(const float* A, float* y, int rows, int columns, bool fixed) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (fixed)
        if (i >= rows) return;
    float sum = 0;
    for (int j = 0; j < columns; ++j) sum += A[i * columns + j];  // EXPECT out_of_bounds
    y[i] = sum;
}

int main(int argc, char**) {
    const int rows = 1000, columns = 30;
    float *A, *y;
    cudaMalloc(&y, rows * sizeof(float));
    cudaMalloc(&A, rows * columns * sizeof(float));  // nothing lies behind it
    cudaMemset(A, 0, rows * columns * sizeof(float));
    matvec<<<(rows + 255) / 256, 256>>>(A, y, rows, columns, argc > 1);
    cudaDeviceSynchronize();
    cudaFree(A);
    cudaFree(y);
}
