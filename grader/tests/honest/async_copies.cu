// Copies into shared memory that go on while threads compute.
#include <cooperative_groups.h>
#include <cooperative_groups/memcpy_async.h>
#include <cuda_pipeline.h>

#include <cuda/barrier>
#include <cuda/pipeline>

namespace cg = cooperative_groups;

__global__ void by_group(float* y, const float* x, int n) {
    extern __shared__ float tile[];
    auto block = cg::this_thread_block();
    cg::memcpy_async(block, tile, x + blockIdx.x * n, sizeof(float) * n);
    cg::wait(block);
    if (block.thread_rank() == 0) y[blockIdx.x] = tile[n - 1];
}

__global__ void by_pipeline(float* y, const float* x) {
    __shared__ float tile[2][64];
    auto pipe = cuda::make_pipeline();
    pipe.producer_acquire();
    cuda::memcpy_async(&tile[0][threadIdx.x], x + threadIdx.x, cuda::aligned_size_t<4>(4), pipe);
    pipe.producer_commit();
    pipe.consumer_wait();
    y[threadIdx.x] = tile[0][threadIdx.x];
    pipe.consumer_release();
    __pipeline_memcpy_async(&tile[1][threadIdx.x], x + threadIdx.x, 4);
    __pipeline_commit();
    __pipeline_wait_prior(0);
    y[threadIdx.x] += tile[1][threadIdx.x];
}
