// Only half of the shared array is stored, all of it is added up. Tools that watch global memory
// only do not see it.
//
// NEAR-MISS: argument
#include <cuda_runtime.h>

__global__ void sum(int* out, bool fixed) {
    __shared__ int part[64];
    const int i = threadIdx.x;
    if (fixed || i < 32) part[i] = i;
    __syncthreads();
    if (i == 0) {
        int total = 0;
        for (int k = 0; k < 64; ++k) total += part[k];  // EXPECT uninitialized_read
        *out = total;
    }
}

int main(int argc, char**) {
    int* out;
    cudaMalloc(&out, sizeof(int));
    sum<<<1, 64>>>(out, argc > 1);
    cudaDeviceSynchronize();
    cudaFree(out);
}
