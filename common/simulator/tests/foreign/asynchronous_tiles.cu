// Tiles that arrive while others are worked on: a product of matrices whose tiles come through a
// pipeline of two stages, running sums that a barrier's phases hand from warp to warp, and a
// transpose across a cluster. Each result is compared with the host's.
#include <cooperative_groups.h>
#include <cooperative_groups/memcpy_async.h>
#include <cuda_runtime.h>

#include <cstdio>
#include <cstdlib>
#include <cuda/barrier>
#include <cuda/pipeline>
#include <vector>

#pragma nv_diag_suppress static_var_with_dynamic_init

namespace cg = cooperative_groups;

#define CHECK(call)                                                                     \
    do {                                                                                \
        const cudaError_t status = (call);                                              \
        if (status != cudaSuccess) {                                                    \
            std::printf("%s:%d: %s\n", __FILE__, __LINE__, cudaGetErrorString(status)); \
            std::exit(1);                                                               \
        }                                                                               \
    } while (0)

constexpr int edge = 16;

__global__ void multiply(float* c, const float* a, const float* b, int n) {
    constexpr int stages = 2;
    __shared__ alignas(16) float a_tile[stages][edge][edge], b_tile[stages][edge][edge];
    __shared__ cuda::pipeline_shared_state<cuda::thread_scope_block, stages> state;
    const auto block = cg::this_thread_block();
    auto pipe = cuda::make_pipeline(block, &state);
    const int row = blockIdx.y * edge + threadIdx.y, column = blockIdx.x * edge + threadIdx.x;
    const int steps = n / edge;
    const auto fetch = [&](int step) {
        pipe.producer_acquire();
        const int slot = step % stages;
        cuda::memcpy_async(&a_tile[slot][threadIdx.y][threadIdx.x],
                           &a[row * n + step * edge + threadIdx.x],
                           cuda::aligned_size_t<4>(sizeof(float)), pipe);
        cuda::memcpy_async(&b_tile[slot][threadIdx.y][threadIdx.x],
                           &b[(step * edge + threadIdx.y) * n + column],
                           cuda::aligned_size_t<4>(sizeof(float)), pipe);
        pipe.producer_commit();
    };
    float sum = 0;
    fetch(0);
    for (int step = 0; step < steps; ++step) {
        if (step + 1 < steps) fetch(step + 1);
        pipe.consumer_wait();
        const int slot = step % stages;
        for (int k = 0; k < edge; ++k)
            sum += a_tile[slot][threadIdx.y][k] * b_tile[slot][k][threadIdx.x];
        pipe.consumer_release();
    }
    c[row * n + column] = sum;
}

// Warp by warp: each waits for the carry of the one before.
__global__ void running_sums(int* out, const int* in) {
    using barrier = cuda::barrier<cuda::thread_scope_block>;
    __shared__ barrier handed[8];
    __shared__ int carry[8];
    const auto block = cg::this_thread_block();
    const auto warp = cg::tiled_partition<32>(block);
    const unsigned int number = warp.meta_group_rank();
    if (warp.thread_rank() == 0) init(&handed[number], 2 * 32);
    block.sync();
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    int sum = in[i];
    for (int step = 1; step < 32; step *= 2) {
        const int below = warp.shfl_up(sum, step);
        if (warp.thread_rank() >= (unsigned int)step) sum += below;
    }
    if (number > 0) {
        handed[number - 1].arrive_and_wait();
        sum += carry[number - 1];
    }
    if (warp.thread_rank() == 31) carry[number] = sum;
    if (number + 1 < warp.meta_group_size()) (void)handed[number].arrive();
    out[i] = sum;
}

__global__ void __cluster_dims__(2, 2) transpose(int* out, const int* in, int n) {
    __shared__ int tile[edge][edge + 1];
    const auto cluster = cg::this_cluster();
    const dim3 at = cluster.block_index(), size = cluster.dim_blocks();
    const int row = blockIdx.y * edge + threadIdx.y, column = blockIdx.x * edge + threadIdx.x;
    tile[threadIdx.y][threadIdx.x] = in[row * n + column];
    cluster.sync();
    const int first_row = (blockIdx.y - at.y) * edge, first_column = (blockIdx.x - at.x) * edge;
    auto* const mirrored = cluster.map_shared_rank(&tile[0], int(at.x * size.x + at.y));
    out[(first_column + at.y * edge + threadIdx.y) * n + first_row + at.x * edge + threadIdx.x] =
        mirrored[threadIdx.x][threadIdx.y];
    cluster.sync();
}

template <class T>
T* on_device(const std::vector<T>& values) {
    T* copy;
    CHECK(cudaMalloc(&copy, values.size() * sizeof(T)));
    CHECK(cudaMemcpy(copy, values.data(), values.size() * sizeof(T), cudaMemcpyHostToDevice));
    return copy;
}

template <class T>
std::vector<T> taken_back(T* device, std::size_t count) {
    std::vector<T> values(count);
    CHECK(cudaMemcpy(values.data(), device, count * sizeof(T), cudaMemcpyDeviceToHost));
    CHECK(cudaFree(device));
    return values;
}

bool product_is_right() {
    constexpr int n = 64;
    std::vector<float> a(n * n), b(n * n);
    for (int i = 0; i < n * n; ++i) {
        a[i] = float(i % 7);
        b[i] = float(i % 5);
    }
    float *da = on_device(a), *db = on_device(b), *dc = on_device(std::vector<float>(n * n));
    multiply<<<dim3(n / edge, n / edge), dim3(edge, edge)>>>(dc, da, db, n);
    CHECK(cudaGetLastError());
    const std::vector<float> c = taken_back(dc, n * n);
    CHECK(cudaFree(da));
    CHECK(cudaFree(db));
    for (int row = 0; row < n; ++row)
        for (int column = 0; column < n; ++column) {
            float sum = 0;
            for (int k = 0; k < n; ++k) sum += a[row * n + k] * b[k * n + column];
            if (sum != c[row * n + column]) return false;
        }
    return true;
}

bool sums_are_right() {
    constexpr int n = 1024, block = 256;
    std::vector<int> in(n);
    for (int i = 0; i < n; ++i) in[i] = i % 11;
    int *din = on_device(in), *dout = on_device(std::vector<int>(n));
    running_sums<<<n / block, block>>>(dout, din);
    CHECK(cudaGetLastError());
    const std::vector<int> out = taken_back(dout, n);
    CHECK(cudaFree(din));
    for (int i = 0, sum = 0; i < n; ++i) {
        sum = (i % block == 0 ? 0 : sum) + in[i];
        if (out[i] != sum) return false;
    }
    return true;
}

bool transpose_is_right() {
    constexpr int n = 64;
    std::vector<int> in(n * n);
    for (int i = 0; i < n * n; ++i) in[i] = i;
    int *din = on_device(in), *dout = on_device(std::vector<int>(n * n));
    cudaLaunchConfig_t shape = {};
    shape.gridDim = dim3(n / edge, n / edge);
    shape.blockDim = dim3(edge, edge);
    CHECK(cudaLaunchKernelEx(&shape, transpose, dout, (const int*)din, n));
    const std::vector<int> out = taken_back(dout, n * n);
    CHECK(cudaFree(din));
    for (int row = 0; row < n; ++row)
        for (int column = 0; column < n; ++column)
            if (out[column * n + row] != in[row * n + column]) return false;
    return true;
}

int main() {
    const bool right = product_is_right() && sums_are_right() && transpose_is_right();
    std::printf("%s\n", right ? "OK" : "FAILED");
    return right ? 0 : 1;
}
