// For each buffer, a barrier shows when the block's copies into it are complete.
#include <cooperative_groups.h>
#include <cuda_runtime.h>

#include <cstdio>
#include <cuda/barrier>

__global__ void work(float* out, const float* in) {
    using barrier = cuda::barrier<cuda::thread_scope_block>;
    __shared__ barrier copied[2];
    __shared__ alignas(16) float tile[2][64];
    const auto block = cooperative_groups::this_thread_block();
    const float* const mine = in + blockIdx.x * 256;
    if (block.thread_rank() == 0) {
        init(&copied[0], block.size());
        init(&copied[1], block.size());
    }
    block.sync();
    cuda::memcpy_async(block, tile[0], mine, cuda::aligned_size_t<16>(sizeof tile[0]), copied[0]);
    for (int i = 0; i < 4; ++i) {
        const int now = i % 2, next = (i + 1) % 2;
        if (i + 1 < 4)
            cuda::memcpy_async(block, tile[next], mine + (i + 1) * 64,
                               cuda::aligned_size_t<16>(sizeof tile[0]), copied[next]);
        copied[now].arrive_and_wait();
        out[blockIdx.x * 256 + i * 64 + threadIdx.x] = tile[now][63 - threadIdx.x];
        block.sync();
    }
}

int main() {
    float *in, *out, last;
    cudaMalloc(&in, 1024 * sizeof(float));
    cudaMalloc(&out, 1024 * sizeof(float));
    cudaMemset(in, 0, 1024 * sizeof(float));
    cudaMemset(out, 0, 1024 * sizeof(float));
    work<<<4, 64>>>(out, in);
    cudaMemcpy(&last, out + 1024 - 1, sizeof last, cudaMemcpyDeviceToHost);
    std::printf("%f\n", last);
    cudaFree(in);
    cudaFree(out);
}
