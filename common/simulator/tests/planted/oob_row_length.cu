// The row's number is multiplied by the number of rows.
// NEAR-MISS: argument
// SAYS: `i` is multiplied by rows, and `j`, which is added, runs below columns
#include <cuda_runtime.h>

__global__ void fill(float* A, int rows, int columns, bool fixed) {
    const int i = blockIdx.y * blockDim.y + threadIdx.y;
    const int j = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= rows || j >= columns) return;
    if (fixed)
        A[i * columns + j] = 1;
    else
        A[i * rows + j] = 1;  // EXPECT out_of_bounds
}

int main(int argc, char**) {
    const int rows = 100, columns = 30;
    float* A;
    cudaMalloc(&A, rows * columns * sizeof(float));
    fill<<<dim3(2, 7), dim3(16, 16)>>>(A, rows, columns, argc > 1);
    cudaDeviceSynchronize();
    cudaFree(A);
}
