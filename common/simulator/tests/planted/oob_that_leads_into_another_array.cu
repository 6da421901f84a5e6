// An index far out of bounds hits another array, to which other threads store: one mistake,
// reported once.
// SAYS: of palette
#include <cuda_runtime.h>

__global__ void colour(int n, const unsigned char* palette, unsigned char* rgb) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    for (int k = 0; k < 3; k++) rgb[3 * i + k] = palette[3 * (16 * i + 7) + k];  // EXPECT out_of_bounds alone
}

int main() {
    const int n = 512;
    unsigned char *palette, *rgb;
    cudaMalloc(&palette, 768);
    cudaMalloc(&rgb, 3 * n);
    cudaMemset(palette, 0, 768);
    cudaMemset(rgb, 0, 3 * n);
    colour<<<n / 64, 64>>>(n, palette, rgb);
    cudaDeviceSynchronize();
    cudaFree(palette);
    cudaFree(rgb);
}
