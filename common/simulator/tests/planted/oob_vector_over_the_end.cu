// float4 loads of an array whose length is no multiple of four.
#include <cuda_runtime.h>

#include <cstdio>

__global__ void sum(float* out, const float* in, int n) {
    float s = 0;
    for (int i = threadIdx.x * 4; i < n; i += blockDim.x * 4) {
        const float4 v = *reinterpret_cast<const float4*>(in + i);  // EXPECT out_of_bounds
        s += v.x + v.y + v.z + v.w;
    }
    atomicAdd(out, s);
}

int main() {
    const int n = 130;
    float *in, *out, result;
    cudaMalloc(&in, n * sizeof(float));
    cudaMalloc(&out, sizeof(float));
    cudaMemset(in, 0, n * sizeof(float));
    cudaMemset(out, 0, sizeof(float));
    sum<<<1, 32>>>(out, in, n);
    cudaMemcpy(&result, out, sizeof result, cudaMemcpyDeviceToHost);
    std::printf("%f\n", result);
    cudaFree(in);
    cudaFree(out);
}
