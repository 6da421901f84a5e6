// The stage is filled once and never released.
#include <cooperative_groups.h>
#include <cuda_runtime.h>

#include <cstdio>
#include <cuda/pipeline>

__global__ void work(float* out, const float* in) {
    __shared__ cuda::pipeline_shared_state<cuda::thread_scope_block, 1> state;
    __shared__ float tile[64];
    const auto block = cooperative_groups::this_thread_block();
    auto pipeline = cuda::make_pipeline(block, &state);
    const unsigned int base = blockIdx.x * 256;
    for (int i = 0; i < 4; ++i) {
        pipeline.producer_acquire();  // EXPECT deadlock
        cuda::memcpy_async(block, tile, in + base + i * 64, sizeof tile, pipeline);
        pipeline.producer_commit();
        pipeline.consumer_wait();
        out[base + i * 64 + threadIdx.x] = tile[threadIdx.x];
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
