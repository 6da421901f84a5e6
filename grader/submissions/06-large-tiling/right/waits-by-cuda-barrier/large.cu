// libcu++: one cuda::barrier for each row of the block in place of __syncthreads, x staged through
// a cuda::pipeline.
#include <cooperative_groups.h>
#include <cuda/barrier>
#include <cuda/pipeline>
#include <cuda/std/cstdint>
#include <cuda/std/span>

#include "kit/error.hpp"
#include "lab.hpp"

namespace cg = cooperative_groups;
using barrier = cuda::barrier<cuda::thread_scope_block>;
using cuda::std::int64_t;

constexpr unsigned T = 8, Z = 64, part = 512;

struct Place
{
    unsigned t = threadIdx.x / Z, z = threadIdx.x % Z;
};

// Only the threads of a row wait for each other.
class RowSum
{
public:
    __device__ RowSum(barrier* barriers, float* sums) : q_(sums + at_.t * Z), bar_(barriers + at_.t)
    {
        if (at_.z == 0) init(bar_, Z);
        __syncthreads();
    }

    // For the thread with z = 0; all threads of the row call it.
    __device__ float operator()(float mine)
    {
        q_[at_.z] = mine;
        for (unsigned half = Z / 2; half > 0; half /= 2) {
            bar_->arrive_and_wait();
            if (at_.z < half) q_[at_.z] += q_[at_.z + half];
        }
        const float all = q_[at_.z];
        bar_->arrive_and_wait();
        return all;
    }

private:
    Place at_;
    float* q_;
    barrier* bar_;
};

__device__ float part_of_row(int m, const float* A, const float* x, int64_t i)
{
    float sum = 0;
    for (int64_t j = Place{}.z; j < m; j += Z) sum += A[i * m + j] * x[j];
    return sum;
}

__device__ void rows(int n, int m, float* y, const float* A, const float* x, const float* b, int first, int step)
{
    __shared__ barrier barriers[T];
    __shared__ float sums[T * Z];
    RowSum total(barriers, sums);
    const Place at;
    for (int i = first + at.t; i < n; i += step) {
        const float sum = total(part_of_row(m, A, x, i));
        if (at.z == 0) y[i] = sum + b[i];
    }
}

__global__ void one_block_kernel(int n, int m, float* y, const float* A, const float* x, const float* b)
{
    rows(n, m, y, A, x, b, 0, T);
}

void one_block(int n, int m, float* d_y, const float* d_A, const float* d_x, const float* d_b)
{
    one_block_kernel<<<1, T * Z>>>(n, m, d_y, d_A, d_x, d_b);
    CUDA_CHECK(cudaGetLastError());
}

__global__ void many_blocks_kernel(int n, int m, float* y, const float* A, const float* x, const float* b)
{
    rows(n, m, y, A, x, b, blockIdx.x * T, n);
}

void many_blocks(int n, int m, float* d_y, const float* d_A, const float* d_x, const float* d_b)
{
    many_blocks_kernel<<<(n + T - 1) / T, T * Z>>>(n, m, d_y, d_A, d_x, d_b);
    CUDA_CHECK(cudaGetLastError());
}

__global__ void staged_x_kernel(unsigned n, unsigned m, float* y, const float* A, const float* x, const float* b)
{
    __shared__ cuda::pipeline_shared_state<cuda::thread_scope_block, 2> state;
    __shared__ float staged[2][part];
    __shared__ barrier barriers[T];
    __shared__ float sums[T * Z];
    auto block = cg::this_thread_block();
    auto pipe = cuda::make_pipeline(block, &state);
    const Place at;
    const int64_t i = blockIdx.x * T + at.t;
    const unsigned parts = (m + part - 1) / part;

    const auto width_of = [m](unsigned k) { return min(part, m - k * part); };
    const auto fetch = [&](unsigned k) {
        pipe.producer_acquire();
        if (k < parts)
            cuda::memcpy_async(block, staged[k % 2], x + k * part, sizeof(float) * width_of(k), pipe);
        pipe.producer_commit();
    };

    float sum = 0;
    fetch(0);
    for (unsigned k = 0; k < parts; ++k) {
        fetch(k + 1);
        pipe.consumer_wait();
        if (i < n)
            for (unsigned z = at.z; z < width_of(k); z += Z) sum += A[i * m + k * part + z] * staged[k % 2][z];
        pipe.consumer_release();
    }
    RowSum total(barriers, sums);
    sum = total(sum);
    if (at.z == 0 && i < n) y[i] = sum + b[i];
}

void staged_x(int n, int m, float* d_y, const float* d_A, const float* d_x, const float* d_b)
{
    staged_x_kernel<<<(n + T - 1) / T, T * Z>>>(n, m, d_y, d_A, d_x, d_b);
    CUDA_CHECK(cudaGetLastError());
}

__global__ void textbook_kernel(int n, int m, float* y, const float* A, const float* x, const float* b)
{
    __shared__ float Q[T * Z];
    __shared__ barrier bar;
    if (threadIdx.x == 0) init(&bar, blockDim.x);
    __syncthreads();
    int t = threadIdx.x / Z;
    int z = threadIdx.x % Z;
    for (int first = 0; first < n; first += T) {
        int i = first + t;
        Q[t * Z + z] = 0.0f;
        if (i < n)
            for (int j = z; j < m; j += Z) Q[t * Z + z] += A[i * m + j] * x[j];
        for (int stride = Z / 2; stride > 0; stride /= 2) {
            bar.arrive_and_wait();
            if (z < stride) Q[t * Z + z] += Q[t * Z + z + stride];
        }
        if (z == 0 && i < n) y[i] = Q[t * Z] + b[i];
        bar.wait(bar.arrive());
    }
}

void textbook(int n, int m, float* d_y, const float* d_A, const float* d_x, const float* d_b)
{
    textbook_kernel<<<1, T * Z>>>(n, m, d_y, d_A, d_x, d_b);
    CUDA_CHECK(cudaGetLastError());
}

__global__ void collected_kernel(int n, int m, float* y, const float* A, const float* x, const float* b)
{
    __shared__ float Q[T * Z];
    __shared__ float sums[4 * T];
    int t = threadIdx.x / Z;
    int z = threadIdx.x % Z;
    const int first = blockIdx.x * 4 * T;
    const cuda::std::span<const float> bias{b + first, static_cast<size_t>(min(4 * int(T), n - first))};
    const int rows = static_cast<int>(bias.size());
    const int turns = (rows + T - 1) / T;
    for (int turn = 0; turn != turns; ++turn) {
        const int r = turn * T + t;
        float sum = 0.0f;
        if (r < rows)
            for (int j = z; j < m; j += Z) sum += A[(first + r) * m + j] * x[j];
        Q[t * Z + z] = sum;
        for (int stride = Z / 2; stride > 0; stride /= 2) {
            __syncthreads();
            if (z < stride) Q[t * Z + z] += Q[t * Z + z + stride];
        }
        if (z == 0 && r < rows) sums[r] = Q[t * Z];
        __syncthreads();
    }
    if (threadIdx.x < rows) y[first + threadIdx.x] = sums[threadIdx.x] + bias[threadIdx.x];
}

void collected(int n, int m, float* d_y, const float* d_A, const float* d_x, const float* d_b)
{
    collected_kernel<<<(n + 4 * T - 1) / (4 * T), T * Z>>>(n, m, d_y, d_A, d_x, d_b);
    CUDA_CHECK(cudaGetLastError());
}
