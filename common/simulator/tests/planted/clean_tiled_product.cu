// A tiled matrix product with both of its barriers.
#include <cuda_runtime.h>

#include <cstdio>

constexpr int tile = 8, n = 32;

__global__ void multiply(float* c, const float* a, const float* b) {
    __shared__ float ta[tile][tile], tb[tile][tile];
    const int row = blockIdx.y * tile + threadIdx.y, col = blockIdx.x * tile + threadIdx.x;
    float sum = 0;
    for (int k = 0; k < n; k += tile) {
        ta[threadIdx.y][threadIdx.x] = a[row * n + k + threadIdx.x];
        tb[threadIdx.y][threadIdx.x] = b[(k + threadIdx.y) * n + col];
        __syncthreads();
        for (int i = 0; i < tile; ++i) sum += ta[threadIdx.y][i] * tb[i][threadIdx.x];
        __syncthreads();
    }
    c[row * n + col] = sum;
}

int main() {
    float *a, *b, *c, corner;
    cudaMalloc(&a, n * n * sizeof(float));
    cudaMalloc(&b, n * n * sizeof(float));
    cudaMalloc(&c, n * n * sizeof(float));
    cudaMemset(a, 0, n * n * sizeof(float));
    cudaMemset(b, 0, n * n * sizeof(float));
    multiply<<<dim3(n / tile, n / tile), dim3(tile, tile)>>>(c, a, b);
    cudaMemcpy(&corner, c, sizeof corner, cudaMemcpyDeviceToHost);
    std::printf("%f\n", corner);
    cudaFree(a);
    cudaFree(b);
    cudaFree(c);
}
