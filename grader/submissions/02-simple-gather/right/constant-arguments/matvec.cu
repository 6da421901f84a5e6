// Lab 02: y = A x + b on the GPU: with one thread per row, and by a scatter, which is slower. The
// interface is in lab.hpp, the task in README.md. A is row-major: A[i * m + j].
#include "kit/error.hpp"
#include "lab.hpp"

// ---- Rung 1: gather. Thread i computes y[i] alone, so no two threads write the same element.

struct Product {
    int n, m;
    float* y;
    const float *A, *x, *b;
};

__constant__ Product product;

__global__ void gather_kernel() {
    const auto [n, m, y, A, x, b] = product;
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    const float* row = A + static_cast<size_t>(i) * m;
    float sum = b[i];
    for (int j = 0; j < m; j++) sum = fmaf(row[j], x[j], sum);
    y[i] = sum;
}

void gather(int n, int m, float* d_y, const float* d_A, const float* d_x, const float* d_b) {
    const Product arguments{n, m, d_y, d_A, d_x, d_b};
    CUDA_CHECK(cudaMemcpyToSymbol(product, &arguments, sizeof arguments));
    gather_kernel<<<(n + 255) / 256, 256>>>();
    CUDA_CHECK(cudaGetLastError());
}

// ---- Rung 2: memory. The same product for arrays in host memory.

// Device memory for `count` floats. It is freed whenever the enclosing block is left, also when an
// error ends the function early.
class Stream {
  public:
    Stream() { CUDA_CHECK(cudaStreamCreate(&stream_)); }
    ~Stream() { cudaStreamDestroy(stream_); }
    Stream(const Stream&) = delete;
    operator cudaStream_t() const { return stream_; }

  private:
    cudaStream_t stream_ = nullptr;
};

class Array {
  public:
    Array(size_t count, cudaStream_t stream) : bytes_(count * sizeof(float)), stream_(stream) {
        void* memory = nullptr;
        CUDA_CHECK(cudaMallocAsync(&memory, bytes_, stream_));
        data_ = static_cast<float*>(memory);
    }
    ~Array() { cudaFreeAsync(data_, stream_); }
    Array(const Array&) = delete;
    Array& from(const float* host) {
        CUDA_CHECK(cudaMemcpyAsync(data_, host, bytes_, cudaMemcpyDefault, stream_));
        return *this;
    }
    void to(float* host) const {
        CUDA_CHECK(cudaMemcpyAsync(host, data_, bytes_, cudaMemcpyDefault, stream_));
    }
    float* data() const { return data_; }

  private:
    float* data_ = nullptr;
    size_t bytes_;
    cudaStream_t stream_;
};

void matvec(int n, int m, float* y, const float* A, const float* x, const float* b) {
    const Stream stream;
    Array d_y(n, stream), d_A(static_cast<size_t>(n) * m, stream), d_x(m, stream), d_b(n, stream);
    d_A.from(A), d_x.from(x), d_b.from(b);
    CUDA_CHECK(cudaStreamSynchronize(stream));
    gather(n, m, d_y.data(), d_A.data(), d_x.data(), d_b.data());
    CUDA_CHECK(cudaDeviceSynchronize());
    d_y.to(y);
    CUDA_CHECK(cudaStreamSynchronize(stream));
}

// ---- Rung 3: scatter. Thread j adds x[j]'s products to every y[i]: all threads write all of y.

__global__ void start_kernel(int n, float* y, const float* b) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) y[i] = b[i];
}

__global__ void scatter_kernel(int n, int m, float* y, const float* A, const float* x) {
    int j = blockIdx.x * blockDim.x + threadIdx.x;
    if (j < m) {
        float xj = x[j];
        for (int i = 0; i < n; i++) atomicAdd(&y[i], A[i * m + j] * xj);
    }
}

void scatter(int n, int m, float* d_y, const float* d_A, const float* d_x, const float* d_b) {
    int threads = 256;
    start_kernel<<<(n + threads - 1) / threads, threads>>>(n, d_y, d_b);
    CUDA_CHECK(cudaGetLastError());
    scatter_kernel<<<(m + threads - 1) / threads, threads>>>(n, m, d_y, d_A, d_x);
    CUDA_CHECK(cudaGetLastError());
}
