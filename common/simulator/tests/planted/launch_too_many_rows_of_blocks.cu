// More blocks along y than the 65535 that there may be.
#include <cuda_runtime.h>

__global__ void clear(float* a, int rows) {
    const int row = blockIdx.y;
    if (row < rows) a[row] = 0;
}

int main() {
    const int rows = 70000;
    float* a;
    cudaMalloc(&a, rows * sizeof(float));
    clear<<<dim3(1, rows), 1>>>(a, rows);  // EXPECT launch_error
    cudaDeviceSynchronize();
    cudaFree(a);
}
