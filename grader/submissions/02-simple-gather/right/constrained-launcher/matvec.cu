// Lab 02: y = A x + b on the GPU: with one thread per row, and by a scatter, which is slower. The
// interface is in lab.hpp, the task in README.md. A is row-major: A[i * m + j].
#include "kit/error.hpp"
#include "lab.hpp"

#include <array>
#include <concepts>
#include <memory>
#include <span>
#include <tuple>

namespace {

constexpr auto divide_up = [](auto a, decltype(a) b) { return (a + b - 1) / b; };

// Launches a thread for each element.
template <class... Parameters, class... Arguments>
    requires(sizeof...(Parameters) == sizeof...(Arguments)) &&
            (std::convertible_to<Arguments, Parameters> && ...)
void for_each(int count, void (*kernel)(Parameters...), Arguments... arguments) {
    std::tuple<Parameters...> values(arguments...);
    std::apply(
        [&](auto&... each) {
            std::array<void*, sizeof...(each)> places{
                const_cast<void*>(static_cast<const void*>(std::addressof(each)))...};
            CUDA_CHECK(cudaLaunchKernel(reinterpret_cast<const void*>(kernel),
                                        dim3(divide_up(count, 256)), dim3(256), places.data(), 0,
                                        nullptr));
        },
        values);
}

}  // namespace

// ---- Rung 1: gather. Thread i computes y[i] alone, so no two threads write the same element.

__global__ void gather_kernel(int n, int m, float* y, const float* A, const float* x,
                              const float* b) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) {
        float yi = b[i];
        for (int j = 0; j < m; j++) yi += A[i * m + j] * x[j];
        y[i] = yi;
    }
}

void gather(int n, int m, float* d_y, const float* d_A, const float* d_x, const float* d_b) {
    for_each(n, gather_kernel, n, m, d_y, d_A, d_x, d_b);
}

// ---- Rung 2: memory. The same product for arrays in host memory.

// Device memory for `count` floats. It is freed whenever the enclosing block is left, also when an
// error ends the function early.
struct Free {
    void operator()(float* data) const noexcept { cudaFree(data); }
};
using Owned = std::unique_ptr<float[], Free>;

Owned allocate(size_t count) {
    float* data = nullptr;
    CUDA_CHECK(cudaMalloc(&data, count * sizeof(float)));
    return Owned(data);
}

Owned on_device(std::span<const float> values) {
    Owned copy = allocate(values.size());
    CUDA_CHECK(cudaMemcpy(copy.get(), values.data(), values.size_bytes(), cudaMemcpyHostToDevice));
    return copy;
}

void matvec(int n, int m, float* y, const float* A, const float* x, const float* b) {
    const std::span result(y, n);
    const auto d_A = on_device({A, static_cast<size_t>(n) * m});
    const auto d_x = on_device({x, static_cast<size_t>(m)}), d_b = on_device({b, result.size()});
    const auto d_y = allocate(result.size());
    gather(n, m, d_y.get(), d_A.get(), d_x.get(), d_b.get());
    CUDA_CHECK(cudaMemcpy(result.data(), d_y.get(), result.size_bytes(), cudaMemcpyDeviceToHost));
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
    for_each(n, start_kernel, n, d_y, d_b);
    for_each(m, scatter_kernel, n, m, d_y, d_A, d_x);
}
