// A float4 store at every second float.
#include <cuda_runtime.h>

#include <cstdio>

__global__ void fill(float* out) {
    const int i = 4 * threadIdx.x;
    *reinterpret_cast<float4*>(out + i) = make_float4(i, i, i, i);
    if (threadIdx.x > 0) out[i - 1] = -1;  // EXPECT race
}

int main() {
    float host[128], *out;
    cudaMalloc(&out, sizeof host);
    fill<<<1, 32>>>(out);
    cudaMemcpy(host, out, sizeof host, cudaMemcpyDeviceToHost);
    std::printf("%f\n", host[3]);
    cudaFree(out);
}
