// A thread for each element of C, and every factor from global memory.
#include "kit/error.hpp"
#include "kit/require.hpp"
#include "lab.hpp"

constexpr int side = 16;

__global__ void element_kernel(int m, int n, int k, float* C, const float* A, const float* B) {
    int i = blockIdx.y * side + threadIdx.y, j = blockIdx.x * side + threadIdx.x;
    if (i >= m || j >= n) return;
    float sum = 0.0f;
    for (int l = 0; l < k; l++)
        sum += A[static_cast<size_t>(i) * k + l] * B[static_cast<size_t>(l) * n + j];
    C[static_cast<size_t>(i) * n + j] = sum;
}

void multiply(int m, int n, int k, float* d_C, const float* d_A, const float* d_B) {
    dim3 blocks((n + side - 1) / side, (m + side - 1) / side);
    element_kernel<<<blocks, dim3(side, side)>>>(m, n, k, d_C, d_A, d_B);
    CUDA_CHECK(cudaGetLastError());
}

void multiply_tiled(int m, int n, int k, int tile, float* d_C, const float* d_A, const float* d_B) {
    kit::require(tile == 8 || tile == 16 || tile == 32, "tile must be 8, 16 or 32, not %d", tile);
    multiply(m, n, k, d_C, d_A, d_B);
}

void textbook(int m, int n, int k, float* d_C, const float* d_A, const float* d_B) {
    multiply(m, n, k, d_C, d_A, d_B);
}

void strips(int m, int n, int k, float* d_C, const float* d_A, const float* d_B) {
    multiply(m, n, k, d_C, d_A, d_B);
}

void multiply_registers(int m, int n, int k, float* d_C, const float* d_A, const float* d_B) {
    multiply(m, n, k, d_C, d_A, d_B);
}

void multiply_vectors(int m, int n, int k, float* d_C, const float* d_A, const float* d_B) {
    multiply(m, n, k, d_C, d_A, d_B);
}
