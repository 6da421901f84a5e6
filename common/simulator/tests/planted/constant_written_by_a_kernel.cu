// A kernel scales its coefficients in place, in constant memory.
#include <cuda_runtime.h>

#include <cstdio>

__constant__ float weights[8];

__global__ void normalise(float sum) {
    weights[threadIdx.x] /= sum;  // EXPECT constant_write
}

__global__ void apply(const float* in, float* out) {
    out[threadIdx.x] = in[threadIdx.x] * weights[threadIdx.x % 8];
}

int main() {
    float host[32], *in, *out;
    for (int i = 0; i < 32; ++i) host[i] = float(i);
    cudaMalloc(&in, sizeof host);
    cudaMalloc(&out, sizeof host);
    cudaMemcpy(in, host, sizeof host, cudaMemcpyHostToDevice);
    cudaMemcpyToSymbol(weights, host, sizeof weights);
    normalise<<<1, 8>>>(28.0f);
    apply<<<1, 32>>>(in, out);
    cudaMemcpy(host, out, sizeof host, cudaMemcpyDeviceToHost);
    std::printf("%g\n", host[9]);
    cudaFree(in);
    cudaFree(out);
}
