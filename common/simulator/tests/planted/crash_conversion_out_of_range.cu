// A negative float becomes an unsigned index: 0 on a device, and the largest number on most
// processors.
// SAYS: a device gives 0
// NEAR-MISS: argument
#include <cuda_runtime.h>

__global__ void bins(const float* x, unsigned* bin, float scale) {
    bin[threadIdx.x] = static_cast<unsigned>(x[threadIdx.x] * scale);  // EXPECT crash warning
}

int main(int argc, char**) {
    float host[32], *x;
    unsigned* bin;
    for (int i = 0; i < 32; ++i) host[i] = i == 5 && argc == 1 ? -2.5f : i;
    cudaMalloc(&x, sizeof host);
    cudaMalloc(&bin, sizeof host);
    cudaMemcpy(x, host, sizeof host, cudaMemcpyHostToDevice);
    bins<<<1, 32>>>(x, bin, 2);
    cudaDeviceSynchronize();
    cudaFree(x);
    cudaFree(bin);
    return 0;
}
