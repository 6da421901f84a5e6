// Memory of the stream's pool, copies through pinned memory in a stream, an element of y by
// cuda::atomic_ref.
#include <cuda/atomic>
#include <cuda_runtime.h>

#include <algorithm>
#include <cstring>
#include <memory>
#include <span>
#include <stdexcept>
#include <string>
#include <utility>

#include "lab.hpp"

namespace {

struct Error : std::runtime_error {
    explicit Error(cudaError_t code) : std::runtime_error(cudaGetErrorString(code)) {}
};

inline void operator||(cudaError_t code, int) {
    if (code != cudaSuccess) throw Error(code);
}
constexpr int raise = 0;

class Stream {
  public:
    Stream() { cudaStreamCreateWithFlags(&stream_, cudaStreamNonBlocking) || raise; }
    ~Stream() { cudaStreamDestroy(stream_); }
    Stream(const Stream&) = delete;
    operator cudaStream_t() const { return stream_; }
    void wait() const { cudaStreamSynchronize(stream_) || raise; }

  private:
    cudaStream_t stream_{};
};

class PoolArray {
  public:
    PoolArray(std::size_t count, const Stream& stream) : count_(count), stream_(stream) {
        cudaMallocAsync(&data_, count * sizeof(float), stream) || raise;
    }
    ~PoolArray() { cudaFreeAsync(data_, stream_); }
    PoolArray(const PoolArray&) = delete;
    float* get() { return data_; }
    std::size_t bytes() const { return count_ * sizeof(float); }

  private:
    float* data_ = nullptr;
    std::size_t count_;
    cudaStream_t stream_;
};

struct FreeHost {
    void operator()(float* p) const { cudaFreeHost(p); }
};
using Pinned = std::unique_ptr<float[], FreeHost>;

Pinned pinned(std::size_t count) {
    float* p = nullptr;
    cudaMallocHost(&p, count * sizeof(float)) || raise;
    return Pinned(p);
}

constexpr unsigned threads = 128;

constexpr unsigned blocks_for(int count) {
    return (static_cast<unsigned>(count) + threads - 1) / threads;
}

__global__ void gather_rows(int n, int m, float* __restrict__ y, const float* __restrict__ A,
                            const float* __restrict__ x, const float* __restrict__ b) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    const float* a = A + static_cast<std::size_t>(i) * m;
    float even = b[i], odd = 0;
    int j = 0;
    for (; j + 1 < m; j += 2) {
        even = __fmaf_rn(a[j], x[j], even);
        odd = __fmaf_rn(a[j + 1], x[j + 1], odd);
    }
    if (j < m) even = __fmaf_rn(a[j], x[j], even);
    y[i] = even + odd;
}

__global__ void scatter_columns(int n, int m, float* y, const float* A, const float* x) {
    for (int j = blockIdx.x * blockDim.x + threadIdx.x; j < m; j += gridDim.x * blockDim.x) {
        const float mine = x[j];
        for (int i = 0; i != n; ++i) {
            const cuda::atomic_ref<float, cuda::thread_scope_device> element(y[i]);
            element.fetch_add(A[static_cast<std::size_t>(i) * m + j] * mine, cuda::std::memory_order_relaxed);
        }
    }
}

}  // namespace

void gather(int n, int m, float* d_y, const float* d_A, const float* d_x, const float* d_b) {
    gather_rows<<<blocks_for(n), threads>>>(n, m, d_y, d_A, d_x, d_b);
    cudaGetLastError() || raise;
}

void matvec(int n, int m, float* y, const float* A, const float* x, const float* b) {
    const Stream stream;
    const std::size_t elements = static_cast<std::size_t>(n) * m;
    PoolArray d_y(n, stream), d_A(elements, stream), d_x(m, stream), d_b(n, stream);
    const auto staging = pinned(elements + m + 2 * static_cast<std::size_t>(n));
    float* next = staging.get();
    for (auto [array, from, count] : {std::tuple{&d_A, A, elements}, {&d_x, x, std::size_t(m)}, {&d_b, b, std::size_t(n)}}) {
        std::copy_n(from, count, next);
        cudaMemcpyAsync(array->get(), next, array->bytes(), cudaMemcpyHostToDevice, stream) || raise;
        next += count;
    }
    gather_rows<<<blocks_for(n), threads, 0, stream>>>(n, m, d_y.get(), d_A.get(), d_x.get(), d_b.get());
    cudaGetLastError() || raise;
    cudaMemcpyAsync(next, d_y.get(), d_y.bytes(), cudaMemcpyDeviceToHost, stream) || raise;
    stream.wait();
    std::memcpy(y, next, d_y.bytes());
}

void scatter(int n, int m, float* d_y, const float* d_A, const float* d_x, const float* d_b) {
    cudaMemcpyAsync(d_y, d_b, n * sizeof *d_y, cudaMemcpyDeviceToDevice) || raise;
    scatter_columns<<<blocks_for(m), threads>>>(n, m, d_y, d_A, d_x);
    cudaGetLastError() || raise;
}
