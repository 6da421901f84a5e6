// Stores, arrives, does other work, and waits before it reads what the others stored.
#include <cuda_runtime.h>

#include <cstdio>
#include <cuda/barrier>
#include <utility>

__global__ void work(float* out, const float* in) {
    __shared__ cuda::barrier<cuda::thread_scope_block> stored;
    __shared__ float tile[64];
    const unsigned int i = blockIdx.x * 64 + threadIdx.x;
    if (threadIdx.x == 0) init(&stored, blockDim.x);
    __syncthreads();
    for (int round = 0; round < 3; ++round) {
        tile[threadIdx.x] = in[i] + round;
        auto token = stored.arrive();
        const float own = in[i] * 2;
        stored.wait(std::move(token));
        out[i] = own + tile[63 - threadIdx.x];
        stored.arrive_and_wait();
    }
}

int main() {
    float *in, *out, last;
    cudaMalloc(&in, 256 * sizeof(float));
    cudaMalloc(&out, 256 * sizeof(float));
    cudaMemset(in, 0, 256 * sizeof(float));
    cudaMemset(out, 0, 256 * sizeof(float));
    work<<<4, 64>>>(out, in);
    cudaMemcpy(&last, out + 256 - 1, sizeof last, cudaMemcpyDeviceToHost);
    std::printf("%f\n", last);
    cudaFree(in);
    cudaFree(out);
}
