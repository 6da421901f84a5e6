// The index of the last rows of a large matrix does not fit into an int.
// SAYS: That is more than an int holds
#include <cuda_runtime.h>

__global__ void first_column(unsigned char* a, int rows, int columns) {
    const int row = blockIdx.x * blockDim.x + threadIdx.x;
    if (row < rows && row % 1000 == 999) a[row * columns] = 1;  // EXPECT out_of_bounds
}

int main() {
    const int rows = 50000, columns = 50000;
    unsigned char* a;
    cudaMalloc(&a, size_t(rows) * columns);
    first_column<<<(rows + 255) / 256, 256>>>(a, rows, columns);
    cudaDeviceSynchronize();
    cudaFree(a);
}
