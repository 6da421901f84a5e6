// The barrier expects the whole block, and the last thread never arrives.
#include <cuda_runtime.h>

#include <cstdio>
#include <cuda/barrier>

__global__ void work(float* out, const float* in) {
    __shared__ cuda::barrier<cuda::thread_scope_block> stored;
    __shared__ float tile[64];
    const unsigned int i = blockIdx.x * 64 + threadIdx.x;
    if (threadIdx.x == 0) init(&stored, blockDim.x);
    __syncthreads();
    tile[threadIdx.x] = in[i];
    if (threadIdx.x == 63) return;
    stored.arrive_and_wait();  // EXPECT deadlock
    out[i] = tile[62 - threadIdx.x];
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
