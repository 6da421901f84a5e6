// A move-only owner of device memory with a stream-ordered pool, swapped and moved into a vector; a
// unique_ptr with a deleter; pinned memory by an allocator of the program's.
// NVCC: -std=c++17
#include <cuda_runtime.h>

#include <cstdio>
#include <memory>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

void check(cudaError_t e, const char* what) {
    if (e != cudaSuccess)
        throw std::runtime_error(std::string(what) + ": " + cudaGetErrorString(e));
}

template <class T>
class Buffer {
  public:
    Buffer(size_t n, cudaStream_t stream) : n_(n), stream_(stream) {
        check(cudaMallocAsync(&data_, n * sizeof(T), stream), "cudaMallocAsync");
    }
    Buffer(Buffer&& other) noexcept
        : data_(std::exchange(other.data_, nullptr)), n_(other.n_), stream_(other.stream_) {}
    Buffer& operator=(Buffer&& other) noexcept {
        std::swap(data_, other.data_);
        std::swap(n_, other.n_);
        std::swap(stream_, other.stream_);
        return *this;
    }
    ~Buffer() {
        if (data_) cudaFreeAsync(data_, stream_);
    }
    T* get() const { return data_; }
    size_t size() const { return n_; }

  private:
    T* data_ = nullptr;
    size_t n_;
    cudaStream_t stream_;
};

template <class T>
struct Pinned {
    using value_type = T;
    Pinned() = default;
    template <class U>
    Pinned(const Pinned<U>&) {}
    T* allocate(size_t n) {
        T* p;
        check(cudaMallocHost(&p, n * sizeof(T)), "cudaMallocHost");
        return p;
    }
    void deallocate(T* p, size_t) { cudaFreeHost(p); }
    bool operator==(const Pinned&) const { return true; }
    bool operator!=(const Pinned&) const { return false; }
};

struct Free {
    void operator()(void* p) const { cudaFree(p); }
};

__global__ void triple(const int* in, int* out, size_t n) {
    const size_t i = blockIdx.x * size_t(blockDim.x) + threadIdx.x;
    if (i < n) out[i] = 3 * in[i];
}

int main() {
    cudaStream_t stream;
    check(cudaStreamCreate(&stream), "stream");
    bool ok = true;
    {
        std::vector<int, Pinned<int>> host(300), back(300);
        for (int i = 0; i < 300; ++i) host[i] = i;
        std::vector<Buffer<int>> buffers;
        for (int i = 0; i < 5; ++i) buffers.emplace_back(300, stream);
        check(cudaMemcpyAsync(buffers[0].get(), host.data(), 300 * sizeof(int),
                              cudaMemcpyHostToDevice, stream),
              "in");
        for (int i = 0; i + 1 < 5; ++i)
            triple<<<3, 128, 0, stream>>>(buffers[i].get(), buffers[i + 1].get(),
                                          buffers[i].size());
        Buffer<int> last = std::move(buffers[4]);
        buffers.clear();
        check(cudaMemcpyAsync(back.data(), last.get(), 300 * sizeof(int), cudaMemcpyDeviceToHost,
                              stream),
              "out");
        check(cudaStreamSynchronize(stream), "wait");
        for (int i = 0; i < 300; ++i) ok = ok && back[i] == 81 * i;
        int* raw;
        check(cudaMalloc(&raw, 4), "cudaMalloc");
        std::unique_ptr<int, Free> owner(raw);
        check(cudaMemset(owner.get(), 0, 4), "memset");
        try {
            check(cudaMalloc(&raw, size_t(1) << 60), "too much");
            ok = false;
        } catch (const std::runtime_error&) {
            ok = ok && cudaGetLastError() == cudaErrorMemoryAllocation;
        }
    }
    check(cudaStreamDestroy(stream), "destroy");
    std::puts(ok ? "OK" : "wrong");
}
