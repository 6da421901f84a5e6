// Rows with a pitch in bytes, addressed as in the CUDA programming guide.
#include <cuda_runtime.h>

#include <cstdio>

__global__ void scale(float* a, std::size_t pitch, int rows, int cols) {
    const int row = blockIdx.x, col = threadIdx.x;
    if (row >= rows || col >= cols) return;
    float* const line = reinterpret_cast<float*>(reinterpret_cast<char*>(a) + row * pitch);
    line[col] *= 2;
}

int main() {
    const int rows = 10, cols = 100;
    float host[rows][cols] = {}, *a;
    std::size_t pitch;
    cudaMallocPitch(&a, &pitch, cols * sizeof(float), rows);
    cudaMemcpy2D(a, pitch, host, sizeof host[0], sizeof host[0], rows, cudaMemcpyHostToDevice);
    scale<<<rows, 128>>>(a, pitch, rows, cols);
    cudaMemcpy2D(host, sizeof host[0], a, pitch, sizeof host[0], rows, cudaMemcpyDeviceToHost);
    std::printf("%f\n", host[0][0]);
    cudaFree(a);
}
