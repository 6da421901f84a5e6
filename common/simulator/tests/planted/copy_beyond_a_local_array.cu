// The rows are copied to the device with the height of another matrix, beyond the local array.
// SAYS: It takes 512 bytes, and the source, an array of the host, has 256.
// NEAR-MISS: argument
#include <cuda_runtime.h>

__global__ void negate(float* a, int n) {
    if (threadIdx.x < n) a[threadIdx.x] = -a[threadIdx.x];
}

int main(int argc, char**) {
    constexpr int width = 8, height = 8;
    float host[height][width], *a;
    for (int r = 0; r < height; ++r)
        for (int c = 0; c < width; ++c) host[r][c] = r * c;
    const int rows = argc == 1 ? 16 : height, row = width * sizeof(float);
    cudaMalloc(&a, rows * row);
    cudaMemcpy2D(a, row, host, row, row, rows, cudaMemcpyHostToDevice);  // EXPECT bad_copy
    negate<<<1, rows * width>>>(a, rows * width);
    cudaMemcpy(host, a, sizeof host, cudaMemcpyDeviceToHost);
    cudaFree(a);
}
