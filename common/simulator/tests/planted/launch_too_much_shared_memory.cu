// More dynamic shared memory than a block has by default.
#include <cuda_runtime.h>

#include <cstdio>

__global__ void fill(float* out) {
    extern __shared__ float s[];
    s[threadIdx.x] = threadIdx.x;
    out[threadIdx.x] = s[threadIdx.x];
}

int main() {
    float* out;
    cudaMalloc(&out, 256 * sizeof(float));
    fill<<<1, 256, 100 * 1024>>>(out);  // EXPECT launch_error
    cudaFree(out);
}
