// A pitch counts bytes, and is added to a pointer to floats.
// SAYS: A pitch counts bytes
#include <cuda_runtime.h>

__global__ void clear(float* a, size_t pitch, int rows, int columns) {
    const int c = threadIdx.x, r = blockIdx.x;
    if (r < rows && c < columns) a[r * pitch + c] = 0;  // EXPECT out_of_bounds
}

int main() {
    float* a;
    size_t pitch;
    cudaMallocPitch(&a, &pitch, 100 * sizeof(float), 16);
    clear<<<16, 128>>>(a, pitch, 16, 100);
    cudaDeviceSynchronize();
    cudaFree(a);
}
