// The first block leaves its values in shared memory; the second must not find them there.
// NEAR-MISS: argument
#include <cuda_runtime.h>

__global__ void carry(int* out, bool fixed) {
    __shared__ int value;
    if (fixed || blockIdx.x == 0) value = 5;
    out[blockIdx.x] = value;  // EXPECT uninitialized_read
}

int main(int argc, char**) {
    int* out;
    cudaMalloc(&out, 2 * sizeof(int));
    carry<<<2, 1>>>(out, argc > 1);
    cudaDeviceSynchronize();
    cudaFree(out);
}
