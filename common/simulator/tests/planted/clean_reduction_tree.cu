// A tree reduction in shared memory, with a barrier after every step.
#include <cuda_runtime.h>

#include <cstdio>

__global__ void sum(float* out, const float* in) {
    __shared__ float partial[128];
    const int t = threadIdx.x;
    partial[t] = in[blockIdx.x * 128 + t];
    __syncthreads();
    for (int stride = 64; stride > 0; stride /= 2) {
        if (t < stride) partial[t] += partial[t + stride];
        __syncthreads();
    }
    if (t == 0) out[blockIdx.x] = partial[0];
}

int main() {
    float *in, *out, result[4];
    cudaMalloc(&in, 512 * sizeof(float));
    cudaMalloc(&out, 4 * sizeof(float));
    cudaMemset(in, 0, 512 * sizeof(float));
    sum<<<4, 128>>>(out, in);
    cudaMemcpy(result, out, sizeof result, cudaMemcpyDeviceToHost);
    std::printf("%f\n", result[0]);
    cudaFree(in);
    cudaFree(out);
}
