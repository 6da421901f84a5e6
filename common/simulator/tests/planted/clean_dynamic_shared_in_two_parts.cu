// Dynamic shared memory is divided into doubles and ints, the larger type first.
#include <cuda_runtime.h>

#include <cstdio>

__global__ void pairs(double* out, int n) {
    extern __shared__ __align__(16) unsigned char storage[];
    double* const values = reinterpret_cast<double*>(storage);
    int* const order = reinterpret_cast<int*>(values + n);
    values[threadIdx.x] = threadIdx.x / 2.0;
    order[threadIdx.x] = n - 1 - threadIdx.x;
    __syncthreads();
    out[threadIdx.x] = values[order[threadIdx.x]];
}

int main() {
    double host[32], *out;
    cudaMalloc(&out, sizeof host);
    pairs<<<1, 32, 32 * (sizeof(double) + sizeof(int))>>>(out, 32);
    cudaMemcpy(host, out, sizeof host, cudaMemcpyDeviceToHost);
    std::printf("%f\n", host[0]);
    cudaFree(out);
}
