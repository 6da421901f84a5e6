// cudaMallocPitch pads rows; the last row's index, computed with a pitch in elements, is too far.
#include <cuda_runtime.h>

#include <cstdio>

__global__ void clear(float* a, std::size_t pitch, int rows, int cols) {
    const int row = blockIdx.x, col = threadIdx.x;
    if (row < rows && col < cols) a[row * pitch + col] = 0;  // EXPECT out_of_bounds
}

int main() {
    const int rows = 64, cols = 100;
    float* a;
    std::size_t pitch;
    cudaMallocPitch(&a, &pitch, cols * sizeof(float), rows);
    clear<<<rows, 128>>>(a, pitch, rows, cols);
    std::printf("%s\n", cudaGetErrorString(cudaDeviceSynchronize()));
    cudaFree(a);
}
