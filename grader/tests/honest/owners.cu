// Memory that frees itself: unique_ptr with a deleter, shared_ptr, a class of one's own.
#include <cstddef>
#include <functional>
#include <memory>
#include <utility>
#include <vector>

struct CudaFree {
    void operator()(void* p) const noexcept { cudaFree(p); }
};
template <class T>
using Owned = std::unique_ptr<T[], CudaFree>;

template <class T>
Owned<T> allocate(std::size_t n) {
    void* p = nullptr;
    if (cudaMalloc(&p, n * sizeof(T)) != cudaSuccess) throw std::bad_alloc();
    return Owned<T>(static_cast<T*>(p));
}

template <class T>
std::shared_ptr<T> shared(std::size_t n) {
    T* p = nullptr;
    cudaMalloc(&p, n * sizeof(T));
    return std::shared_ptr<T>(p, [](T* q) { cudaFree(q); });
}

class Stream {
  public:
    Stream() { cudaStreamCreate(&stream_); }
    ~Stream() {
        if (stream_) cudaStreamDestroy(stream_);
    }
    Stream(Stream&& other) noexcept : stream_(std::exchange(other.stream_, nullptr)) {}
    Stream& operator=(Stream&&) = delete;
    operator cudaStream_t() const { return stream_; }

  private:
    cudaStream_t stream_ = nullptr;
};

void f(std::size_t n) {
    auto a = allocate<float>(n);
    auto b = shared<float>(n);
    std::weak_ptr<float> watching = b;
    auto again = b;
    auto made = std::make_shared<std::vector<float>>(n);
    auto copy = made;
    Stream one, two(std::move(one));
    std::vector<std::function<void()>> at_end{[&] { cudaMemsetAsync(a.get(), 0, n, two); }};
    for (auto& each : at_end) each();
    if (auto still = watching.lock()) cudaMemset(still.get(), 0, n);
}
