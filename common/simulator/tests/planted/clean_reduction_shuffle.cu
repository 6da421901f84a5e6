// Warps reduce by shuffles, and the first warp reduces their sums; one barrier is enough.
#include <cuda_runtime.h>

#include <cstdio>

__device__ float warp_sum(float value) {
    for (int offset = 16; offset > 0; offset /= 2)
        value += __shfl_down_sync(0xffffffff, value, offset);
    return value;
}

__global__ void sum(float* out, const float* in) {
    __shared__ float sums[8];
    const float mine = warp_sum(in[threadIdx.x]);
    if (threadIdx.x % 32 == 0) sums[threadIdx.x / 32] = mine;
    __syncthreads();
    if (threadIdx.x >= 32) return;
    const float total = warp_sum(threadIdx.x < 8 ? sums[threadIdx.x] : 0);
    if (threadIdx.x == 0) *out = total;
}

int main() {
    float *in, *out, result;
    cudaMalloc(&in, 256 * sizeof(float));
    cudaMalloc(&out, sizeof(float));
    cudaMemset(in, 0, 256 * sizeof(float));
    sum<<<1, 256>>>(out, in);
    cudaMemcpy(&result, out, sizeof result, cudaMemcpyDeviceToHost);
    std::printf("%f\n", result);
    cudaFree(in);
    cudaFree(out);
}
