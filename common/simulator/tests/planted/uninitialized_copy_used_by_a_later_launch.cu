// The copy is no error; the launch that sums it is.
#include <cuda_runtime.h>

#include <cstdio>

__global__ void copy(float* to, const float* from) {
    to[threadIdx.x] = from[threadIdx.x];  // EXPECT uninitialized_read
}

__global__ void sum(float* out, const float* in) {
    float s = 0;
    for (int i = 0; i < 64; ++i) s += in[i];
    *out = s;
}

int main() {
    float host, *a, *b, *s;
    cudaMalloc(&a, 64 * sizeof(float));
    cudaMalloc(&b, 64 * sizeof(float));
    cudaMalloc(&s, sizeof(float));
    copy<<<1, 64>>>(b, a);
    sum<<<1, 1>>>(s, b);
    cudaMemcpy(&host, s, sizeof host, cudaMemcpyDeviceToHost);
    std::printf("%f\n", host);
    cudaFree(a);
    cudaFree(b);
    cudaFree(s);
}
