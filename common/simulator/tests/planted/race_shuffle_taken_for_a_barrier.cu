// A warp's shuffle makes its lanes meet, but orders none of their accesses to shared memory.
#include <cuda_runtime.h>

#include <cstdio>

__global__ void rotate(const float* in, float* out) {
    __shared__ float tile[32];
    const int lane = threadIdx.x;
    float v = in[lane];
    tile[lane] = v;
    v += __shfl_xor_sync(0xffffffffu, v, 16);
    out[lane] = v + tile[(lane + 5) % 32];  // EXPECT race
}

int main() {
    float host[32], *in, *out;
    for (int i = 0; i < 32; ++i) host[i] = i;
    cudaMalloc(&in, sizeof host);
    cudaMalloc(&out, sizeof host);
    cudaMemcpy(in, host, sizeof host, cudaMemcpyHostToDevice);
    rotate<<<1, 32>>>(in, out);
    cudaMemcpy(host, out, sizeof host, cudaMemcpyDeviceToHost);
    std::printf("%f\n", host[2]);
    cudaFree(in);
    cudaFree(out);
}
