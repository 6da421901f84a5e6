// NVCC: --extended-lambda
// One kernel that calls a lambda for each index; containers and ranges of the standard library on
// the host.
#include <algorithm>
#include <array>
#include <concepts>
#include <memory>
#include <ranges>
#include <source_location>
#include <span>
#include <string>

#include "lab.hpp"

namespace device {

struct failure : std::exception {
    std::string text;
    failure(cudaError_t code, std::source_location at)
        : text(std::string(at.function_name()) + ':' + std::to_string(at.line()) + ' ' + cudaGetErrorName(code)) {}
    const char* what() const noexcept override { return text.c_str(); }
};

void must(cudaError_t code, std::source_location at = std::source_location::current()) {
    if (code != cudaSuccess) throw failure(code, at);
}

template <class F>
    requires std::invocable<F, int>
__global__ void call_for_each(int count, F function) {
    if (const int index = blockIdx.x * blockDim.x + threadIdx.x; index < count) function(index);
}

void for_each_index(int count, std::invocable<int> auto function) {
    constexpr int threads = 192;
    call_for_each<<<(count + threads - 1) / threads, threads>>>(count, function);
    must(cudaGetLastError());
}

class buffer {
    struct release {
        void operator()(float* p) const noexcept { cudaFree(p); }
    };
    std::unique_ptr<float, release> data_;
    std::size_t size_;

    static float* allocate(std::size_t size) {
        void* p = nullptr;
        must(cudaMalloc(&p, size * sizeof(float)));
        return static_cast<float*>(p);
    }

  public:
    explicit buffer(std::size_t size) : data_(allocate(size)), size_(size) {}
    explicit buffer(std::span<const float> from) : buffer(from.size()) {
        must(cudaMemcpy(data_.get(), from.data(), from.size_bytes(), cudaMemcpyHostToDevice));
    }
    void read(std::span<float> to) const {
        must(cudaMemcpy(to.data(), data_.get(), to.size_bytes(), cudaMemcpyDeviceToHost));
    }
    operator float*() const { return data_.get(); }
};

}  // namespace device

void gather(int n, int m, float* d_y, const float* d_A, const float* d_x, const float* d_b) {
    device::for_each_index(n, [=] __device__(int i) {
        auto sum = d_b[i];
        const auto row = d_A + static_cast<long>(i) * m;
        for (auto j = 0; j < m; ++j) sum += row[j] * d_x[j];
        d_y[i] = sum;
    });
}

void matvec(int n, int m, float* y, const float* A, const float* x, const float* b) {
    const auto rows = static_cast<std::size_t>(n), columns = static_cast<std::size_t>(m);
    const device::buffer d_A(std::span{A, rows * columns}), d_x(std::span{x, columns}), d_b(std::span{b, rows});
    const device::buffer d_y(rows);
    gather(n, m, d_y, d_A, d_x, d_b);
    d_y.read({y, rows});
}

void scatter(int n, int m, float* d_y, const float* d_A, const float* d_x, const float* d_b) {
    device::for_each_index(n, [=] __device__(int i) { d_y[i] = d_b[i]; });
    device::for_each_index(m, [=] __device__(int j) {
        const auto x = d_x[j];
        for (auto i = 0; i < n; ++i) atomicAdd(d_y + i, d_A[static_cast<long>(i) * m + j] * x);
    });
}
