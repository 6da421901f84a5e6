// The last warp of a reduction with __syncwarp() between reads and writes.
#include <cuda_runtime.h>

#include <cstdio>

__global__ void sum(float* out, const float* in) {
    __shared__ float s[32];
    const int lane = threadIdx.x;
    s[lane] = in[lane];
    __syncwarp();
    float value = s[lane];
    for (int offset = 16; offset > 0; offset /= 2) {
        if (lane < offset) value += s[lane + offset];
        __syncwarp();
        s[lane] = value;
        __syncwarp();
    }
    if (lane == 0) *out = value;
}

int main() {
    float *in, *out, result;
    cudaMalloc(&in, 32 * sizeof(float));
    cudaMalloc(&out, sizeof(float));
    cudaMemset(in, 0, 32 * sizeof(float));
    sum<<<1, 32>>>(out, in);
    cudaMemcpy(&result, out, sizeof result, cudaMemcpyDeviceToHost);
    std::printf("%f\n", result);
    cudaFree(in);
    cudaFree(out);
}
