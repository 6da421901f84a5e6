// Rows are padded to whole tiles. Tiles, with the padding, are transposed twice through shared
// memory; the host reads only the elements that are not padding.
#include <cuda_runtime.h>

#include <cstdio>

constexpr int n = 20, pitch = 32, tile = 8;

__global__ void fill(float* a) {
    const int row = blockIdx.x, column = threadIdx.x;
    a[row * pitch + column] = row * 100 + column;
}

__global__ void transpose(float* out, const float* in) {
    __shared__ float cells[tile][tile + 1];
    const int x = blockIdx.x * tile + threadIdx.x, y = blockIdx.y * tile + threadIdx.y;
    cells[threadIdx.y][threadIdx.x] = in[y * pitch + x];
    __syncthreads();
    const int to_x = blockIdx.y * tile + threadIdx.x, to_y = blockIdx.x * tile + threadIdx.y;
    out[to_y * pitch + to_x] = cells[threadIdx.x][threadIdx.y];
}

int main() {
    static float host[pitch * pitch];
    float *a, *b;
    cudaMalloc(&a, sizeof host);
    cudaMalloc(&b, sizeof host);
    fill<<<n, n>>>(a);
    const dim3 grid(pitch / tile, pitch / tile), block(tile, tile);
    transpose<<<grid, block>>>(b, a);
    transpose<<<grid, block>>>(a, b);
    transpose<<<grid, block>>>(b, a);
    cudaMemcpy(host, b, sizeof host, cudaMemcpyDeviceToHost);
    float sum = 0;
    for (int row = 0; row < n; ++row)
        for (int column = 0; column < n; ++column) sum += host[row * pitch + column];
    std::printf("%f\n", sum);
    cudaFree(a);
    cudaFree(b);
}
