// Sums by cooperative groups. A sum across the lines that is cut goes through a buffer of parts,
// which a second kernel adds up in a fixed order, so that the result is the same in every run.
#include <cooperative_groups.h>
#include <cooperative_groups/reduce.h>

#include <algorithm>

#include "kit/error.hpp"
#include "kit/require.hpp"
#include "lab.hpp"

namespace cg = cooperative_groups;

struct Call {
    int lines, width;
    const float* A;
    size_t lda;
    const float* x;
    long incx;
    float* y;
    long incy;
    Scalar alpha, beta;
};

__device__ inline float get(const Scalar& s) {
    return s.device == nullptr ? s.value : *s.device;
}

__device__ void write_y(const Call& call, int index, float sum) {
    const float a = get(call.alpha), b = get(call.beta);
    float* at = call.y + index * call.incy;
    const float scaled = a == 0.0f ? 0.0f : a * sum;
    *at = b == 0.0f ? scaled : fmaf(b, *at, scaled);
}

// One group of lanes for each line.
template <int lanes>
__global__ void dot_lines(Call call) {
    const auto group = cg::tiled_partition<lanes>(cg::this_thread_block());
    const int line = blockIdx.x * group.meta_group_size() + group.meta_group_rank();
    if (line >= call.lines) return;
    const float* row = call.A + line * call.lda;
    float s[4] = {};
    int j = group.thread_rank();
    for (; j + 3 * lanes < call.width; j += 4 * lanes)
        for (int k = 0; k < 4; ++k)
            s[k] += row[j + k * lanes] * call.x[(j + k * lanes) * call.incx];
    for (; j < call.width; j += lanes) s[0] += row[j] * call.x[j * call.incx];
    const float sum = cg::reduce(group, (s[0] + s[1]) + (s[2] + s[3]), cg::plus<float>());
    if (group.thread_rank() == 0) write_y(call, line, sum);
}

// One block for each line.
__global__ void dot_long_lines(Call call) {
    const auto block = cg::this_thread_block();
    const auto warp = cg::tiled_partition<32>(block);
    __shared__ float of_warp[32];
    const float* row = call.A + blockIdx.x * call.lda;
    float s[4] = {};
    const int step = block.size();
    int j = block.thread_rank();
    for (; j + 3 * step < call.width; j += 4 * step)
        for (int k = 0; k < 4; ++k) s[k] += row[j + k * step] * call.x[(j + k * step) * call.incx];
    for (; j < call.width; j += step) s[0] += row[j] * call.x[j * call.incx];
    const float sum = cg::reduce(warp, (s[0] + s[1]) + (s[2] + s[3]), cg::plus<float>());
    if (warp.thread_rank() == 0) of_warp[warp.meta_group_rank()] = sum;
    block.sync();
    if (warp.meta_group_rank() != 0) return;
    const float part =
        warp.thread_rank() < warp.meta_group_size() ? of_warp[warp.thread_rank()] : 0.0f;
    const float total = cg::reduce(warp, part, cg::plus<float>());
    if (warp.thread_rank() == 0) write_y(call, blockIdx.x, total);
}

constexpr int block_columns = 32, block_rows = 8;

// Columns across the lines; blockIdx.y has a part of the lines.
__global__ void sum_columns(Call call, int part, float* parts) {
    __shared__ float tile[block_rows][block_columns];
    const int column = blockIdx.x * block_columns + threadIdx.x;
    const int begin = blockIdx.y * part, end = min(call.lines, begin + part);
    float s[4] = {};
    if (column < call.width) {
        int i = begin + threadIdx.y;
        for (; i + 3 * block_rows < end; i += 4 * block_rows)
            for (int k = 0; k < 4; ++k) {
                const int line = i + k * block_rows;
                s[k] += call.A[line * call.lda + column] * call.x[line * call.incx];
            }
        for (; i < end; i += block_rows)
            s[0] += call.A[i * call.lda + column] * call.x[i * call.incx];
    }
    tile[threadIdx.y][threadIdx.x] = (s[0] + s[1]) + (s[2] + s[3]);
    __syncthreads();
    if (threadIdx.y > 0 || column >= call.width) return;
    float sum = 0.0f;
    for (int r = 0; r < block_rows; ++r) sum += tile[r][threadIdx.x];
    if (parts != nullptr)
        parts[blockIdx.y * static_cast<size_t>(call.width) + column] = sum;
    else
        write_y(call, column, sum);
}

__global__ void add_parts(Call call, int count, const float* parts) {
    const int column = blockIdx.x * blockDim.x + threadIdx.x;
    if (column >= call.width) return;
    float sum = 0.0f;
    for (int p = 0; p < count; ++p) sum += parts[p * static_cast<size_t>(call.width) + column];
    write_y(call, column, sum);
}

__global__ void scale_only(Call call, int n) {
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) {
        const float b = get(call.beta);
        float* at = call.y + i * call.incy;
        *at = b == 0.0f ? 0.0f : b * *at;
    }
}

void gemv(Layout layout, Operation operation, int m, int n, Scalar alpha, const float* d_A, int lda,
          const float* d_x, int incx, Scalar beta, float* d_y, int incy, cudaStream_t stream) {
    const bool rows = layout == Layout::row_major;
    Call call{rows ? m : n, rows ? n : m, d_A, static_cast<size_t>(lda), d_x, incx, d_y,
              incy,         alpha,        beta};
    kit::require(m >= 0, "m is negative: %d", m);
    kit::require(n >= 0, "n is negative: %d", n);
    kit::require(lda >= 1 && lda >= call.width, "lda is too small: %d", lda);
    kit::require(incx != 0, "incx is 0");
    kit::require(incy != 0, "incy is 0");
    if (m == 0 || n == 0) return;
    const bool along = rows == (operation == Operation::plain);
    const int terms = along ? call.width : call.lines, sums = along ? call.lines : call.width;
    if (incx < 0) call.x += (1L - terms) * incx;
    if (incy < 0) call.y += (1L - sums) * incy;
    if (alpha.device == nullptr && alpha.value == 0.0f) {
        scale_only<<<(sums + 255) / 256, 256, 0, stream>>>(call, sums);
    } else if (along) {
        if (call.width <= 32)
            dot_lines<8><<<(call.lines + 15) / 16, 128, 0, stream>>>(call);
        else if (call.width <= 1024)
            dot_lines<32><<<(call.lines + 3) / 4, 128, 0, stream>>>(call);
        else
            dot_long_lines<<<call.lines, call.width >= 8192 ? 512 : 256, 0, stream>>>(call);
    } else {
        const dim3 threads(block_columns, block_rows);
        const int across = (call.width + block_columns - 1) / block_columns;
        const int count = std::max(1, std::min(1024 / across, call.lines / 128));
        const int part = (call.lines + count - 1) / count;
        float* parts = nullptr;
        if (count > 1)
            CUDA_CHECK(cudaMallocAsync(&parts, sizeof(float) * count * call.width, stream));
        sum_columns<<<dim3(across, count), threads, 0, stream>>>(call, part, parts);
        CUDA_CHECK(cudaGetLastError());
        if (count > 1) {
            add_parts<<<(call.width + 127) / 128, 128, 0, stream>>>(call, count, parts);
            CUDA_CHECK(cudaGetLastError());
            CUDA_CHECK(cudaFreeAsync(parts, stream));
        }
    }
    CUDA_CHECK(cudaGetLastError());
}
