// libcu++: cuda::barrier in place of __syncthreads, cuda::std::span over shared memory.
#include <cooperative_groups.h>
#include <cuda/barrier>
#include <cuda/std/bit>
#include <cuda/std/span>
#include <cuda/std/utility>

#include "kit/error.hpp"
#include "lab.hpp"

namespace cg = cooperative_groups;
using block_barrier = cuda::barrier<cuda::thread_scope_block>;

namespace detail
{
    struct product_of_row
    {
        cuda::std::span<const float> row, x;

        __device__ float operator()(unsigned j) const
        {
            return j < row.size() ? row[j] * x[j] : 0.0f;
        }
    };

    __device__ void open(block_barrier& bar)
    {
        if (threadIdx.x == 0) init(&bar, blockDim.x);
        __syncthreads();
    }
}

__global__ void shared_kernel(unsigned m, float* y, const float* A, const float* x, const float* b)
{
    __shared__ block_barrier bar;
    __shared__ float storage[1024];
    detail::open(bar);

    cuda::std::span<float> sums{storage, blockDim.x};
    const detail::product_of_row product{{A + size_t{blockIdx.x} * m, m}, {x, m}};
    sums[threadIdx.x] = product(threadIdx.x);

    for (auto half = sums.size() / 2; half != 0; half /= 2)
    {
        bar.arrive_and_wait();
        if (threadIdx.x < half)
            sums[threadIdx.x] += sums.subspan(half)[threadIdx.x];
    }

    if (threadIdx.x == 0)
        y[blockIdx.x] = sums.front() + b[blockIdx.x];
}

void reduce_shared(int n, int m, float* d_y, const float* d_A, const float* d_x, const float* d_b)
{
    shared_kernel<<<n, cuda::std::bit_ceil(static_cast<unsigned>(m))>>>(m, d_y, d_A, d_x, d_b);
    CUDA_CHECK(cudaGetLastError());
}

__global__ void shuffle_kernel(unsigned m, float* y, const float* A, const float* x, const float* b)
{
    __shared__ float of_warp[32];
    const auto block = cg::this_thread_block();
    const auto warp = cg::tiled_partition<32>(block);
    const auto j = block.thread_rank();

    const auto add_up = [&warp](float value) {
        for (auto distance = warp.size() / 2; distance > 0; distance /= 2)
            value += warp.shfl_down(value, distance);
        return value;
    };

    const float part = add_up(detail::product_of_row{{A + size_t{blockIdx.x} * m, m}, {x, m}}(j));
    if (warp.thread_rank() == 0) of_warp[warp.meta_group_rank()] = part;
    cg::sync(block);
    if (warp.meta_group_rank() != 0) return;

    const bool has_one = warp.thread_rank() < warp.meta_group_size();
    const float sum = add_up(has_one ? of_warp[warp.thread_rank()] : 0.0f);
    if (warp.thread_rank() == 0) y[blockIdx.x] = sum + b[blockIdx.x];
}

void reduce_shuffle(int n, int m, float* d_y, const float* d_A, const float* d_x, const float* d_b)
{
    shuffle_kernel<<<n, (m + 31) / 32 * 32>>>(m, d_y, d_A, d_x, d_b);
    CUDA_CHECK(cudaGetLastError());
}

__global__ void textbook_kernel(int m, float* y, const float* A, const float* x, const float* b)
{
    __shared__ float Q[1024];
    __shared__ block_barrier bar;
    detail::open(bar);
    int i = blockIdx.x;
    int j = threadIdx.x;
    Q[j] = A[i * m + j] * x[j];
    for (int stride = m / 2; stride > 0; stride /= 2)
    {
        auto arrived = bar.arrive();
        const bool adds = j / stride == 0;
        bar.wait(cuda::std::move(arrived));
        if (adds) Q[j] += Q[j + stride];
    }
    if (j == 0) y[i] = Q[0] + b[i];
}

void textbook(int n, int m, float* d_y, const float* d_A, const float* d_x, const float* d_b)
{
    textbook_kernel<<<n, m>>>(m, d_y, d_A, d_x, d_b);
    CUDA_CHECK(cudaGetLastError());
}
