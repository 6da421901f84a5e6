// Graphs whose nodes are added by hand, in place of a stream.
#include <cstddef>
#include <vector>

#include "kit/error.hpp"
#include "kit/require.hpp"
#include "lab.hpp"

namespace graphs {

class Graph {
  public:
    Graph() { CUDA_CHECK(cudaGraphCreate(&graph_, 0)); }
    ~Graph() {
        if (executable_) cudaGraphExecDestroy(executable_);
        cudaGraphDestroy(graph_);
    }
    Graph(const Graph&) = delete;
    Graph& operator=(const Graph&) = delete;

    template <class... Parameters>
    Graph& kernel(void (*function)(Parameters...), dim3 grid, dim3 block, std::size_t shared, Parameters... arguments) {
        void* addresses[] = {&arguments...};
        cudaKernelNodeParams node{};
        node.func = reinterpret_cast<void*>(function);
        node.gridDim = grid;
        node.blockDim = block;
        node.sharedMemBytes = static_cast<unsigned>(shared);
        node.kernelParams = addresses;
        cudaGraphNode_t added{};
        CUDA_CHECK(cudaGraphAddKernelNode(&added, graph_, last_.data(), last_.size(), &node));
        last_.assign(1, added);
        return *this;
    }

    Graph& copy(float* to, const float* from, std::size_t count) {
        cudaGraphNode_t added{};
        CUDA_CHECK(cudaGraphAddMemcpyNode1D(&added, graph_, last_.data(), last_.size(), to, from,
                                            count * sizeof(float), cudaMemcpyDeviceToDevice));
        last_.assign(1, added);
        return *this;
    }

    void run() {
        CUDA_CHECK(cudaGraphInstantiate(&executable_, graph_, 0));
        CUDA_CHECK(cudaGraphLaunch(executable_, cudaStreamPerThread));
        CUDA_CHECK(cudaStreamSynchronize(cudaStreamPerThread));
    }

  private:
    cudaGraph_t graph_ = nullptr;
    cudaGraphExec_t executable_ = nullptr;
    std::vector<cudaGraphNode_t> last_;
};

}  // namespace graphs

static void require_sizes(int n, int sx, int sy) {
    kit::require(n > 0, "n: %d", n);
    kit::require(sx > 1 && __builtin_popcount(sx) == 1, "sx: %d", sx);
    kit::require(sy > 0 && __builtin_popcount(sy) == 1, "sy: %d", sy);
    kit::require(sx <= 1024 / sy, "sx * sy: %d * %d", sx, sy);
}

static dim3 tiles(int columns, int n, int sx, int sy) {
    return {unsigned(columns - 1) / sx + 1, unsigned(n - 1) / sy + 1, 1};
}

// Rows of up to 32 threads are summed by shuffles alone; longer ones by their warps' sums.
__device__ float row_total(float value) {
    extern __shared__ float of_warps[];
    const int width = min(blockDim.x, 32u);
    for (int d = width / 2; d; d /= 2) value += __shfl_down_sync(0xffffffffu >> (blockDim.x * blockDim.y < 32 ? 32 - blockDim.x * blockDim.y : 0), value, d, width);
    if (blockDim.x <= 32) return value;
    const int warps = blockDim.x / 32;
    float* mine = of_warps + threadIdx.y * 32;
    if (threadIdx.x % 32 == 0) mine[threadIdx.x / 32] = value;
    __syncthreads();
    if (threadIdx.x >= 32) return 0;
    value = threadIdx.x < warps ? mine[threadIdx.x] : 0;
    for (int d = 16; d; d /= 2) value += __shfl_down_sync(~0u, value, d);
    return value;
}

__global__ void first_sums(int n, float* to, const float* A, const float* x, const float* b) {
    const long long i = blockIdx.y * blockDim.y + threadIdx.y, j = blockIdx.x * blockDim.x + threadIdx.x;
    const float sum = row_total(i < n && j < n ? A[i * n + j] * x[j] : 0);
    if (threadIdx.x || i >= n) return;
    to[i * gridDim.x + blockIdx.x] = gridDim.x == 1 ? sum + b[i] : sum;
}

__global__ void more_sums(int n, int columns, float* to, const float* from, const float* b) {
    const long long i = blockIdx.y * blockDim.y + threadIdx.y, j = blockIdx.x * blockDim.x + threadIdx.x;
    const float sum = row_total(i < n && j < columns ? from[i * columns + j] : 0);
    if (threadIdx.x || i >= n) return;
    to[i * gridDim.x + blockIdx.x] = gridDim.x == 1 ? sum + b[i] : sum;
}

static std::size_t shared_for(int sx, int sy) {
    return sx > 32 ? sizeof(float) * 32 * sy : 0;
}

void repeated_launches(int n, int sx, int sy, float* d_y, const float* d_A, const float* d_x, const float* d_b,
                       float* d_buff1, float* d_buff2) {
    require_sizes(n, sx, sy);
    graphs::Graph graph;
    const dim3 block(sx, sy);
    dim3 grid = tiles(n, n, sx, sy);
    float *to = grid.x == 1 ? d_y : d_buff1, *other = d_buff2;
    graph.kernel(first_sums, grid, block, shared_for(sx, sy), n, to, d_A, d_x, d_b);
    while (grid.x > 1) {
        const int columns = grid.x;
        const float* const from = to;
        grid = tiles(columns, n, sx, sy);
        float* const next = grid.x == 1 ? d_y : other;
        graph.kernel(more_sums, grid, block, shared_for(sx, sy), n, columns, next, from, d_b);
        other = to;
        to = next;
    }
    graph.run();
}

__global__ void tile_additions(int n, float* y, const float* A, const float* x) {
    const long long i = blockIdx.y * blockDim.y + threadIdx.y, j = blockIdx.x * blockDim.x + threadIdx.x;
    const float sum = row_total(i < n && j < n ? A[i * n + j] * x[j] : 0);
    if (threadIdx.x == 0 && i < n) atomicAdd(&y[i], sum);
}

void shared_atomics(int n, int sx, int sy, float* d_y, const float* d_A, const float* d_x, const float* d_b) {
    require_sizes(n, sx, sy);
    graphs::Graph()
        .copy(d_y, d_b, n)
        .kernel(tile_additions, tiles(n, n, sx, sy), dim3(sx, sy), shared_for(sx, sy), n, d_y, d_A, d_x)
        .run();
}

__global__ void product_additions(int n, float* y, const float* A, const float* x) {
    const long long i = blockIdx.y * blockDim.y + threadIdx.y, j = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n && j < n) atomicAdd(&y[i], A[i * n + j] * x[j]);
}

void atomics_only(int n, int sx, int sy, float* d_y, const float* d_A, const float* d_x, const float* d_b) {
    require_sizes(n, sx, sy);
    graphs::Graph()
        .copy(d_y, d_b, n)
        .kernel(product_additions, tiles(n, n, sx, sy), dim3(sx, sy), 0, n, d_y, d_A, d_x)
        .run();
}

__global__ void one_buffer_kernel(int n, bool do_computation, int from_pitch, int to_pitch, float* y, float* to,
                                  const float* from, const float* x, const float* b) {
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

// The launches are nodes one behind the other, with the halves of the buffer in turn.
void one_buffer(int n, int sx, int sy, float* d_y, const float* d_A, const float* d_x, const float* d_b,
                float* d_buff) {
    const int pitch = n / sx;
    float* const half[] = {d_buff, d_buff + n * pitch};
    const float* from = d_A;
    graphs::Graph graph;
    for (int left = n, turn = 0; left > 1; left /= sx, ++turn) {
        float* const to = half[turn & 1];
        graph.kernel(one_buffer_kernel, dim3(left / sx, (n + sy - 1) / sy), dim3(sx, sy), 0, n, turn == 0,
                     turn == 0 ? n : pitch, pitch, d_y, to, from, d_x, d_b);
        from = to;
    }
    if (n > 1) graph.run();
}
