// Only the real parts are stored before the pairs are read whole.
#include <cuda_runtime.h>

#include <cstdio>

__global__ void set_real(float2* z, const float* x) {
    z[threadIdx.x].x = x[threadIdx.x];
}

__global__ void scale(float2* z, float factor) {
    float2 v = z[threadIdx.x];  // EXPECT uninitialized_read
    v.x *= factor;
    v.y *= factor;
    z[threadIdx.x] = v;
}

int main() {
    float host[64] = {}, *x;
    float2* z;
    cudaMalloc(&x, sizeof host);
    cudaMalloc(&z, 64 * sizeof(float2));
    cudaMemcpy(x, host, sizeof host, cudaMemcpyHostToDevice);
    set_real<<<1, 64>>>(z, x);
    scale<<<1, 64>>>(z, 2);
    cudaMemcpy(host, z, sizeof host, cudaMemcpyDeviceToHost);
    std::printf("%f\n", host[0]);
    cudaFree(x);
    cudaFree(z);
}
