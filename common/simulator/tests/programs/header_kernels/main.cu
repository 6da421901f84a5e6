// Kernels come from a header, launches from macros; the host code is a small library in classes.
#include <cstdio>
#include <memory>
#include <vector>

#include "kernels.cuh"

#define GRID(n) dim3(((n) + 127) / 128), dim3(128)
#define RUN(kernel, n, ...)                          \
    do {                                             \
        kernel<<<GRID(n)>>>(__VA_ARGS__, (n));       \
        if (cudaGetLastError() != cudaSuccess) std::puts("launch failed: " #kernel); \
    } while (0)

struct Free {
    void operator()(void* p) const { cudaFree(p); }
};
template <class T>
class Buffer {
  public:
    explicit Buffer(const std::vector<T>& values) : size_(values.size()) {
        T* p = nullptr;
        cudaMalloc(&p, size_ * sizeof(T));
        memory_.reset(p);
        cudaMemcpy(p, values.data(), size_ * sizeof(T), cudaMemcpyHostToDevice);
    }
    T* get() const { return memory_.get(); }
    std::vector<T> read() const {
        std::vector<T> values(size_);
        cudaMemcpy(values.data(), get(), size_ * sizeof(T), cudaMemcpyDeviceToHost);
        return values;
    }

  private:
    std::size_t size_;
    std::unique_ptr<T, Free> memory_;
};

int main() {
    const int n = 300;
    std::vector<double> x(n), y(n);
    for (int i = 0; i < n; ++i) x[i] = i, y[i] = 2 * i + 1;
    Buffer<double> a(x), b(y), sum(x), product(x), axpy(x);
    RUN(add<double>, n, sum.get(), a.get(), b.get());
    RUN(multiply, n, product.get(), a.get(), b.get());
    RUN(combine, n, Axpy<double>{3.0}, axpy.get(), a.get(), b.get());
    const auto s = sum.read(), p = product.read(), q = axpy.read();
    for (int i = 0; i < n; ++i) {
        if (s[i] != x[i] + y[i] || p[i] != x[i] * y[i] || q[i] != 3 * x[i] + y[i]) {
            std::printf("wrong at %d\n", i);
            return 1;
        }
    }
    std::puts("OK");
}
