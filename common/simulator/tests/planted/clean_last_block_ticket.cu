// The last block adds up: a fence before the ticket, none before the reads, as in textbooks.
#include <cuda_runtime.h>

#include <cstdio>

__device__ unsigned ticket = 0;

__global__ void sum(float* out, float* partial, const float* in) {
    __shared__ bool last;
    if (threadIdx.x == 0) {
        float s = 0;
        for (int i = 0; i < 32; ++i) s += in[blockIdx.x * 32 + i];
        partial[blockIdx.x] = s;
        __threadfence();
        last = atomicAdd(&ticket, 1) == gridDim.x - 1;
    }
    __syncthreads();
    if (!last || threadIdx.x != 0) return;
    float s = 0;
    for (int b = 0; b < gridDim.x; ++b) s += partial[b];
    *out = s;
    ticket = 0;
}

int main() {
    float *in, *partial, *out, result;
    cudaMalloc(&in, 256 * sizeof(float));
    cudaMalloc(&partial, 8 * sizeof(float));
    cudaMalloc(&out, sizeof(float));
    cudaMemset(in, 0, 256 * sizeof(float));
    for (int turn = 0; turn < 2; ++turn) sum<<<8, 32>>>(out, partial, in);
    cudaMemcpy(&result, out, sizeof result, cudaMemcpyDeviceToHost);
    std::printf("%f\n", result);
    cudaFree(in);
    cudaFree(partial);
    cudaFree(out);
}
