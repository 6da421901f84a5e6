// A pipeline of two stages that all threads of the block fill and read.
#include <cooperative_groups.h>
#include <cuda_runtime.h>

#include <cstdio>
#include <cuda/pipeline>

__global__ void work(float* out, const float* in) {
    __shared__ cuda::pipeline_shared_state<cuda::thread_scope_block, 2> state;
    __shared__ float tile[2][64];
    const auto block = cooperative_groups::this_thread_block();
    auto pipeline = cuda::make_pipeline(block, &state);
    const unsigned int base = blockIdx.x * 256;
    for (int next = 0, now = 0; now < 4; ++now) {
        for (; next < 4 && next < now + 2; ++next) {
            pipeline.producer_acquire();
            cuda::memcpy_async(block, tile[next % 2], in + base + next * 64, sizeof tile[0],
                               pipeline);
            pipeline.producer_commit();
        }
        pipeline.consumer_wait();
        out[base + now * 64 + threadIdx.x] = tile[now % 2][63 - threadIdx.x];
        pipeline.consumer_release();
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
