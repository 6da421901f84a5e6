// RAII for streams and events, launches in a stream of their own, blocks that stride over tiles.
#include <concepts>
#include <memory>
#include <stdexcept>
#include <string>
#include <type_traits>

#include "kit/error.hpp"
#include "lab.hpp"

namespace gpu {

struct StreamDeleter {
    void operator()(cudaStream_t s) const noexcept { cudaStreamDestroy(s); }
};
using Stream = std::unique_ptr<std::remove_pointer_t<cudaStream_t>, StreamDeleter>;

Stream make_stream() {
    cudaStream_t s = nullptr;
    CUDA_CHECK(cudaStreamCreate(&s));
    return Stream(s);
}

struct EventDeleter {
    void operator()(cudaEvent_t e) const noexcept { cudaEventDestroy(e); }
};
using Event = std::unique_ptr<std::remove_pointer_t<cudaEvent_t>, EventDeleter>;

Event make_event() {
    cudaEvent_t e = nullptr;
    CUDA_CHECK(cudaEventCreateWithFlags(&e, cudaEventDisableTiming));
    return Event(e);
}

}  // namespace gpu

namespace {

[[noreturn]] void refuse(const std::string& what, int value) {
    throw std::invalid_argument(what + ", not " + std::to_string(value));
}

constexpr bool is_pow2(std::integral auto v) { return v > 0 && !(v & (v - 1)); }

struct Sizes {
    int n, sx, sy;

    Sizes(int n, int sx, int sy) : n(n), sx(sx), sy(sy) {
        if (n < 1) refuse("n must be positive", n);
        if (sx < 2 || !is_pow2(sx)) refuse("sx must be 2, 4, 8, ...", sx);
        if (!is_pow2(sy)) refuse("sy must be a power of two", sy);
        if (static_cast<long long>(sx) * sy > 1024) refuse("sx * sy must be at most 1024; sx is " + std::to_string(sx) + " and sy", sy);
    }
    dim3 block() const { return dim3(sx, sy); }
    dim3 grid(int columns) const { return dim3((columns + sx - 1) / sx, (n + sy - 1) / sy); }
    size_t shared() const { return sizeof(float) * sx * sy; }
};

__device__ float tile_sum(float* Q, float v) {
    float* const q = Q + threadIdx.y * blockDim.x + threadIdx.x;
    *q = v;
    for (unsigned s = blockDim.x >> 1; s != 0; s >>= 1) {
        __syncthreads();
        if (threadIdx.x < s) *q += q[s];
    }
    return *q;
}

template <bool multiplies>
__global__ void step(int n, int columns, float* to, const float* from, const float* __restrict__ x,
                     const float* __restrict__ b) {
    extern __shared__ float Q[];
    const unsigned i = blockIdx.y * blockDim.y + threadIdx.y, j = blockIdx.x * blockDim.x + threadIdx.x;
    float v = 0;
    if (i < n && j < columns) {
        v = from[size_t{i} * columns + j];
        if constexpr (multiplies) v *= x[j];
    }
    v = tile_sum(Q, v);
    if (threadIdx.x == 0 && i < n) to[size_t{i} * gridDim.x + blockIdx.x] = gridDim.x > 1 ? v : v + b[i];
}

}  // namespace

void repeated_launches(int n, int sx, int sy, float* d_y, const float* d_A, const float* d_x, const float* d_b,
                       float* d_buff1, float* d_buff2) {
    const Sizes sizes(n, sx, sy);
    float* const buffers[2] = {d_buff1, d_buff2};
    const float* from = d_A;
    int columns = n, launch = 0;
    while (true) {
        const dim3 grid = sizes.grid(columns);
        float* const to = grid.x == 1 ? d_y : buffers[launch % 2];
        const auto kernel = launch == 0 ? step<true> : step<false>;
        kernel<<<grid, sizes.block(), sizes.shared()>>>(n, columns, to, from, d_x, d_b);
        CUDA_CHECK(cudaGetLastError());
        if (grid.x == 1) break;
        columns = static_cast<int>(grid.x), from = to, ++launch;
    }
}

namespace {

__global__ void add_tiles(int n, float* y, const float* A, const float* x) {
    extern __shared__ float Q[];
    const unsigned i = blockIdx.y * blockDim.y + threadIdx.y, j = blockIdx.x * blockDim.x + threadIdx.x;
    const float v = tile_sum(Q, i < n && j < n ? A[size_t{i} * n + j] * x[j] : 0.0f);
    if (threadIdx.x == 0 && i < n) atomicAdd(y + i, v);
}

__global__ void add_each(int n, float* y, const float* A, const float* x) {
    const unsigned i = blockIdx.y * blockDim.y + threadIdx.y, j = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n || j >= n) return;
    atomicAdd(y + i, A[size_t{i} * n + j] * x[j]);
}

// The copy goes ahead in one stream, the kernel follows it in another.
template <class Launch>
void after_copy(int n, float* d_y, const float* d_b, Launch&& launch) {
    const auto copies = gpu::make_stream(), work = gpu::make_stream();
    const auto copied = gpu::make_event();
    CUDA_CHECK(cudaMemcpyAsync(d_y, d_b, sizeof(float) * n, cudaMemcpyDeviceToDevice, copies.get()));
    CUDA_CHECK(cudaEventRecord(copied.get(), copies.get()));
    CUDA_CHECK(cudaStreamWaitEvent(work.get(), copied.get(), 0));
    launch(work.get());
    CUDA_CHECK(cudaGetLastError());
    CUDA_CHECK(cudaStreamSynchronize(work.get()));
}

}  // namespace

void shared_atomics(int n, int sx, int sy, float* d_y, const float* d_A, const float* d_x, const float* d_b) {
    const Sizes sizes(n, sx, sy);
    after_copy(n, d_y, d_b, [&](cudaStream_t stream) {
        add_tiles<<<sizes.grid(n), sizes.block(), sizes.shared(), stream>>>(n, d_y, d_A, d_x);
    });
}

void atomics_only(int n, int sx, int sy, float* d_y, const float* d_A, const float* d_x, const float* d_b) {
    const Sizes sizes(n, sx, sy);
    after_copy(n, d_y, d_b, [&](cudaStream_t stream) {
        add_each<<<sizes.grid(n), sizes.block(), 0, stream>>>(n, d_y, d_A, d_x);
    });
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

// The halves are a small ring.
class Ring {
  public:
    Ring(float* begin, std::ptrdiff_t length) : halves_{begin, begin + length} {}
    const float* read() const { return halves_[1 - next_]; }
    float* write() const { return halves_[next_]; }
    void turn() { next_ ^= 1; }

  private:
    float* halves_[2];
    int next_ = 0;
};

void one_buffer(int n, int sx, int sy, float* d_y, const float* d_A, const float* d_x, const float* d_b,
                float* d_buff) {
    const int pitch = n / sx;
    Ring ring(d_buff, std::ptrdiff_t{n} * pitch);
    for (int left = n; left > 1; left /= sx, ring.turn()) {
        const bool first = left == n;
        const dim3 grid(left / sx, (n + sy - 1) / sy);
        one_buffer_kernel<<<grid, dim3(sx, sy)>>>(n, first, first ? n : pitch, pitch, d_y, ring.write(),
                                                  first ? d_A : ring.read(), d_x, d_b);
        CUDA_CHECK(cudaGetLastError());
    }
}
