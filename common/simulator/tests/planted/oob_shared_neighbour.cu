// Reading past one shared array lands in the next one.
// NEAR-MISS: argument
#include <cuda_runtime.h>

__global__ void pairs(int* out, bool fixed) {
    __shared__ int a[32];
    __shared__ int b[32];
    const int i = threadIdx.x;
    a[i] = i;
    b[i] = -i;
    __syncthreads();
    out[i] = a[fixed ? (i + 1) % 32 : i + 1] + b[i];  // EXPECT out_of_bounds
}

int main(int argc, char**) {
    int* out;
    cudaMalloc(&out, 32 * sizeof(int));
    pairs<<<1, 32>>>(out, argc > 1);
    cudaDeviceSynchronize();
    cudaFree(out);
}
