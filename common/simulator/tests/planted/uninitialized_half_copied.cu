// The pairs are copied before their second halves have been stored, and the host sums all.
#include <cuda_runtime.h>

#include <cstdio>

__global__ void set_real(float2* z, const float* x) {
    z[threadIdx.x].x = x[threadIdx.x];
}

__global__ void reverse(float2* out, const float2* z) {
    out[threadIdx.x] = z[blockDim.x - 1 - threadIdx.x];  // EXPECT uninitialized_read
}

int main() {
    float host[64] = {}, *x;
    float2 *z, *out;
    cudaMalloc(&x, sizeof host);
    cudaMalloc(&z, 64 * sizeof(float2));
    cudaMalloc(&out, 64 * sizeof(float2));
    cudaMemcpy(x, host, sizeof host, cudaMemcpyHostToDevice);
    set_real<<<1, 64>>>(z, x);
    reverse<<<1, 64>>>(out, z);
    cudaMemcpy(host, out, sizeof host, cudaMemcpyDeviceToHost);
    float sum = 0;
    for (float part : host) sum += part;
    std::printf("%f\n", sum);
    cudaFree(x);
    cudaFree(z);
    cudaFree(out);
}
