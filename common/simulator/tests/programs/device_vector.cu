// Modern C++: a device vector that owns its memory and moves, kernels over ranges templated on
// functors, a variadic kernel, structured bindings, if constexpr, exceptions.
#include <cuda_runtime.h>

#include <cstdio>
#include <memory>
#include <numeric>
#include <stdexcept>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

namespace gpu {

class error : public std::runtime_error {
  public:
    error(cudaError_t code, const char* what)
        : std::runtime_error{std::string{what} + ": " + cudaGetErrorString(code)}, code_{code} {}
    [[nodiscard]] cudaError_t code() const noexcept { return code_; }

  private:
    cudaError_t code_;
};

inline void check(cudaError_t code, const char* what) {
    if (code != cudaSuccess) throw error{code, what};
}

template <typename T>
struct span {
    T* data;
    int size;
    __host__ __device__ T& operator[](int i) const { return data[i]; }
    __host__ __device__ T* begin() const { return data; }
    __host__ __device__ T* end() const { return data + size; }
};

template <typename T>
class vector {
    static_assert(std::is_trivially_copyable_v<T>);

  public:
    explicit vector(int size) : size_{size} {
        void* memory = nullptr;
        check(cudaMalloc(&memory, size * sizeof(T)), "allocation");
        data_.reset(static_cast<T*>(memory));
    }
    explicit vector(const std::vector<T>& host) : vector(static_cast<int>(host.size())) {
        check(cudaMemcpy(data_.get(), host.data(), size_ * sizeof(T), cudaMemcpyDefault), "copy in");
    }
    [[nodiscard]] std::vector<T> to_host() const {
        std::vector<T> host(size_);
        check(cudaMemcpy(host.data(), data_.get(), size_ * sizeof(T), cudaMemcpyDeviceToHost), "copy out");
        return host;
    }
    [[nodiscard]] span<T> view() { return {data_.get(), size_}; }
    [[nodiscard]] span<const T> view() const { return {data_.get(), size_}; }

  private:
    struct deleter {
        void operator()(T* memory) const noexcept { cudaFree(memory); }
    };
    std::unique_ptr<T, deleter> data_;
    int size_;
};

template <typename Out, typename Function, typename... In>
__global__ void map(span<Out> out, Function function, span<In>... in) {
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < out.size; i += gridDim.x * blockDim.x)
        out[i] = function(in[i]...);
}

template <class T, class Op, int Threads = 128>
__global__ void fold(T* result, span<const T> in, T start, Op op = {}) {
    __shared__ T parts[Threads];
    T mine = start;
    for (int i = threadIdx.x; i < in.size; i += Threads) mine = op(mine, in[i]);
    parts[threadIdx.x] = mine;
    for (int half = Threads / 2; half >= 1; half /= 2) {
        __syncthreads();
        if (threadIdx.x < half) parts[threadIdx.x] = op(parts[threadIdx.x], parts[threadIdx.x + half]);
    }
    if (threadIdx.x == 0) *result = parts[0];
}

template <typename Function, typename First, typename... Rest>
auto transformed(Function function, const vector<First>& first, const vector<Rest>&... rest) {
    using Out = decltype(function(std::declval<First>(), std::declval<Rest>()...));
    vector<Out> out{first.view().size};
    map<<<dim3{3}, dim3{64}>>>(out.view(), function, first.view(), rest.view()...);
    check(cudaGetLastError(), "map");
    return out;
}

}  // namespace gpu

struct Affine {
    double scale = 1, offset = 0;
    __device__ double operator()(int x) const { return scale * x + offset; }
};

struct Weigh {
    template <typename A, typename B>
    __host__ __device__ auto operator()(A a, B b) const {
        if constexpr (std::is_integral_v<A>)
            return b * a;
        else
            return a * b;
    }
};

struct Sum {
    template <class T>
    __device__ T operator()(T a, T b) const { return a + b; }
};

int main() try {
    std::vector<int> numbers(1000);
    std::iota(numbers.begin(), numbers.end(), 1);
    const gpu::vector<int> x{numbers};
    auto y = gpu::transformed(Affine{.scale = 0.5, .offset = 1}, x);
    auto moved = std::move(y);
    auto z = gpu::transformed(Weigh{}, x, moved);
    gpu::vector<double> sum{1};
    gpu::fold<double, Sum><<<1, 128>>>(sum.view().data, std::as_const(z).view(), 0.0);

    double expected = 0;
    for (auto [i, n] = std::pair{0, 1.0}; i < 1000; ++i, ++n) expected += n * (0.5 * n + 1);
    bool ok = sum.to_host().at(0) == expected;
    try {
        gpu::vector<char> huge{-1};
        ok = false;
    } catch (const gpu::error& refused) {
        ok = ok && refused.code() == cudaErrorMemoryAllocation;
    }
    cudaGetLastError();
    std::printf("%s\n", ok ? "OK" : "FAILED");
    return ok ? 0 : 1;
} catch (const std::exception& problem) {
    std::printf("%s\n", problem.what());
    return 1;
}
