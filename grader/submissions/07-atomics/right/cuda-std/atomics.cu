// libcu++: cuda::atomic_ref for the additions, cuda::std types, tiles as cooperative groups.
#include <cooperative_groups.h>
#include <cooperative_groups/reduce.h>
#include <cuda/atomic>
#include <cuda/std/array>
#include <cuda/std/bit>
#include <cuda/std/cstddef>
#include <cuda/std/optional>

#include <sstream>

#include "kit/error.hpp"
#include "lab.hpp"

namespace cg = cooperative_groups;

static void validate(int n, int sx, int sy)
{
    std::ostringstream complaint;
    if (n < 1)
        complaint << "n = " << n << " is not positive";
    else if (sx < 2 || !cuda::std::has_single_bit(static_cast<unsigned>(sx)))
        complaint << "sx = " << sx << " is no power of two from 2 on";
    else if (sy < 1 || !cuda::std::has_single_bit(static_cast<unsigned>(sy)))
        complaint << "sy = " << sy << " is no power of two";
    else if (sx > 1024 / sy)
        complaint << "sx * sy = " << sx << " * " << sy << " is more than 1024";
    if (complaint.tellp() > 0) throw std::runtime_error(complaint.str());
}

struct Element {
    cuda::std::ptrdiff_t i, j;

    __device__ static Element of_thread()
    {
        return {static_cast<cuda::std::ptrdiff_t>(blockIdx.y) * blockDim.y + threadIdx.y,
                static_cast<cuda::std::ptrdiff_t>(blockIdx.x) * blockDim.x + threadIdx.x};
    }
};

__device__ cuda::std::optional<float> product(int n, Element e, const float* A, const float* x)
{
    if (e.i >= n || e.j >= n) return cuda::std::nullopt;
    return A[e.i * n + e.j] * x[e.j];
}

__device__ void add(float& to, float value)
{
    cuda::atomic_ref<float, cuda::thread_scope_device> element(to);
    element.fetch_add(value, cuda::memory_order_relaxed);
}

// One row of the block. Rows that are shorter than a warp share it.
__device__ float sum_along_x(float value)
{
    extern __shared__ float slots[];
    const auto block = cg::this_thread_block();
    float* row = slots + threadIdx.y * blockDim.x;
    row[threadIdx.x] = value;
    for (unsigned half = blockDim.x; half >>= 1;) {
        block.sync();
        if (threadIdx.x < half) row[threadIdx.x] = row[threadIdx.x] + row[threadIdx.x + half];
    }
    return row[threadIdx.x];
}

__global__ void step_kernel(int n, int columns, float* to, const float* from, const float* x, const float* b)
{
    const auto e = Element::of_thread();
    const bool inside = e.i < n && e.j < columns;
    const float factor = x != nullptr && inside ? x[e.j] : 1.0f;
    const float sum = sum_along_x(inside ? from[e.i * columns + e.j] * factor : 0.0f);
    if (threadIdx.x != 0 || e.i >= n) return;
    to[e.i * gridDim.x + blockIdx.x] = sum + (b != nullptr ? b[e.i] : 0.0f);
}

void repeated_launches(int n, int sx, int sy, float* d_y, const float* d_A, const float* d_x, const float* d_b,
                       float* d_buff1, float* d_buff2)
{
    validate(n, sx, sy);
    cuda::std::array<float*, 2> buffers{d_buff1, d_buff2};
    const float *from = d_A, *x = d_x;
    for (int columns = n;;) {
        const dim3 grid((columns + sx - 1) / sx, (n + sy - 1) / sy);
        const bool ends = grid.x == 1;
        float* to = ends ? d_y : buffers[0];
        step_kernel<<<grid, dim3(sx, sy), sx * sy * sizeof(float)>>>(n, columns, to, from, x, ends ? d_b : nullptr);
        CUDA_CHECK(cudaGetLastError());
        if (ends) return;
        from = to;
        x = nullptr;
        columns = grid.x;
        buffers = {buffers[1], buffers[0]};
    }
}

__global__ void tiles_kernel(int n, float* y, const float* A, const float* x)
{
    const auto e = Element::of_thread();
    const float sum = sum_along_x(product(n, e, A, x).value_or(0.0f));
    if (threadIdx.x == 0 && e.i < n) add(y[e.i], sum);
}

void shared_atomics(int n, int sx, int sy, float* d_y, const float* d_A, const float* d_x, const float* d_b)
{
    validate(n, sx, sy);
    CUDA_CHECK(cudaMemcpy(d_y, d_b, n * sizeof(float), cudaMemcpyDefault));
    const dim3 grid((n + sx - 1) / sx, (n + sy - 1) / sy);
    tiles_kernel<<<grid, dim3(sx, sy), sx * sy * sizeof(float)>>>(n, d_y, d_A, d_x);
    CUDA_CHECK(cudaGetLastError());
}

// The lanes of a warp that have the same row add up their products, and one of them adds to y.
__global__ void grouped_kernel(int n, float* y, const float* A, const float* x)
{
    const auto e = Element::of_thread();
    if (const auto value = product(n, e, A, x)) {
        const auto together = cg::coalesced_threads();
        const auto same_row = cg::labeled_partition(together, static_cast<int>(e.i));
        const float sum = cg::reduce(same_row, *value, cg::plus<float>());
        if (same_row.thread_rank() == 0) add(y[e.i], sum);
    }
}

void atomics_only(int n, int sx, int sy, float* d_y, const float* d_A, const float* d_x, const float* d_b)
{
    validate(n, sx, sy);
    CUDA_CHECK(cudaMemcpy(d_y, d_b, n * sizeof(float), cudaMemcpyDefault));
    const dim3 grid((n + sx - 1) / sx, (n + sy - 1) / sy);
    grouped_kernel<<<grid, dim3(sx, sy)>>>(n, d_y, d_A, d_x);
    CUDA_CHECK(cudaGetLastError());
}

__global__ void one_buffer_kernel(int n, bool do_computation, int from_pitch, int to_pitch, float* y, float* to,
                                  const float* from, const float* x, const float* b)
{
    int i = blockIdx.y * blockDim.y + threadIdx.y;
    if (threadIdx.x != 0 || i >= n) return;
    float sum = 0.0f;
    int sx = blockDim.x;
    for (int k = 0; k < sx; k++) {
        int j = blockIdx.x * sx + k;
        sum += from[i * from_pitch + j] * (do_computation ? x[j] : 1.0f);
    }
    if (gridDim.x > 1)
        to[i * to_pitch + blockIdx.x] = sum;
    else
        y[i] = sum + b[i];
}

// The sums of a launch lie behind those that it reads, in rows as long as they are many, so that no
// two launches share an element.
void one_buffer(int n, int sx, int sy, float* d_y, const float* d_A, const float* d_x, const float* d_b,
                float* d_buff)
{
    const float* from = d_A;
    float* to = d_buff;
    for (int columns = n; columns > 1; columns /= sx) {
        const int sums = columns / sx;
        one_buffer_kernel<<<dim3(sums, (n + sy - 1) / sy), dim3(sx, sy)>>>(n, columns == n, columns, sums, d_y, to,
                                                                           from, d_x, d_b);
        CUDA_CHECK(cudaGetLastError());
        from = to;
        to += static_cast<cuda::std::ptrdiff_t>(n) * sums;
    }
}
