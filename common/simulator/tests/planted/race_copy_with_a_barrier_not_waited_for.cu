// The block's copy ends with a phase that nobody waits for.
#include <cooperative_groups.h>
#include <cuda_runtime.h>

#include <cstdio>
#include <cuda/barrier>

__global__ void work(float* out, const float* in) {
    __shared__ cuda::barrier<cuda::thread_scope_block> copied;
    __shared__ float tile[64];
    const auto block = cooperative_groups::this_thread_block();
    if (threadIdx.x == 0) init(&copied, blockDim.x);
    block.sync();
    cuda::memcpy_async(block, tile, in + blockIdx.x * 64, sizeof tile, copied);
    (void)copied.arrive();
    block.sync();
    out[blockIdx.x * 64 + threadIdx.x] = tile[threadIdx.x];  // EXPECT race
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
