// One thread copies the tile, and all threads wait at its barrier.
#include <cuda_runtime.h>

#include <cstdio>
#include <cuda/barrier>

__global__ void work(float* out, const float* in) {
    __shared__ cuda::barrier<cuda::thread_scope_block> copied;
    __shared__ float tile[64];
    if (threadIdx.x == 0) init(&copied, blockDim.x);
    __syncthreads();
    if (threadIdx.x == 0) cuda::memcpy_async(tile, in + blockIdx.x * 64, sizeof tile, copied);
    copied.arrive_and_wait();
    out[blockIdx.x * 64 + threadIdx.x] = tile[63 - threadIdx.x];
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
