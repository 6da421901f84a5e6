// One warp fills the pipeline's stages and the other empties them.
#include <cooperative_groups.h>
#include <cuda_runtime.h>

#include <cstdio>
#include <cuda/pipeline>

__global__ void work(float* out, const float* in) {
    using cuda::pipeline_role;
    __shared__ cuda::pipeline_shared_state<cuda::thread_scope_block, 3> state;
    __shared__ float tile[3][32];
    const auto block = cooperative_groups::this_thread_block();
    const auto warp = cooperative_groups::tiled_partition<32>(block);
    const bool produces = warp.meta_group_rank() == 0;
    auto pipeline = cuda::make_pipeline(
        block, &state, produces ? pipeline_role::producer : pipeline_role::consumer);
    const unsigned int base = blockIdx.x * 256, lane = warp.thread_rank();
    for (int i = 0; i < 8; ++i) {
        if (produces) {
            pipeline.producer_acquire();
            cuda::memcpy_async(warp, tile[i % 3], in + base + i * 32, sizeof tile[0], pipeline);
            pipeline.producer_commit();
        } else {
            pipeline.consumer_wait();
            out[base + i * 32 + lane] = tile[i % 3][31 - lane];
            pipeline.consumer_release();
        }
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
