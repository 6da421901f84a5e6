// A shared array of 32 elements in a block of 64 threads.
// NEAR-MISS: argument
// SAYS: of s, which has 32 elements
// SAYS: The last element is s[31]
#include <cuda_runtime.h>

__global__ void reverse(float* y, bool fixed) {
    __shared__ float s[32];
    const int i = threadIdx.x;
    if (fixed && i >= 32) return;
    s[i] = i;  // EXPECT out_of_bounds
    __syncwarp();
    y[i] = s[31 - i];
}

int main(int argc, char**) {
    float* y;
    cudaMalloc(&y, 64 * sizeof(float));
    reverse<<<1, 64>>>(y, argc > 1);
    cudaDeviceSynchronize();
    cudaFree(y);
}
