// Dynamic shared memory divided into ints and doubles, the doubles at an odd int.
#include <cuda_runtime.h>

#include <cstdio>

__global__ void halves(double* out, int n) {
    extern __shared__ __align__(16) int storage[];
    double* values = reinterpret_cast<double*>(storage + n);
    values[threadIdx.x] = threadIdx.x / 2.0;  // EXPECT misaligned
    out[threadIdx.x] = values[threadIdx.x];
}

int main() {
    double host[32], *out;
    cudaMalloc(&out, sizeof host);
    halves<<<1, 32, 1024>>>(out, 33);
    cudaMemcpy(host, out, sizeof host, cudaMemcpyDeviceToHost);
    std::printf("%f\n", host[1]);
    cudaFree(out);
}
