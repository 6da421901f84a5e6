// float4 at every float.
#include <cuda_runtime.h>

#include <cstdio>

__global__ void windows(float* out, const float* in) {
    const float4 v = *reinterpret_cast<const float4*>(in + threadIdx.x);  // EXPECT misaligned
    out[threadIdx.x] = v.x + v.y + v.z + v.w;
}

int main() {
    float host[32], *in, *out;
    cudaMalloc(&in, 36 * sizeof(float));
    cudaMalloc(&out, sizeof host);
    cudaMemset(in, 0, 36 * sizeof(float));
    windows<<<1, 32>>>(out, in);
    cudaMemcpy(host, out, sizeof host, cudaMemcpyDeviceToHost);
    std::printf("%f\n", host[0]);
    cudaFree(in);
    cudaFree(out);
}
