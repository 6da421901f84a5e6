// Host code that leans on the standard library: its containers, shared_ptr, atomics and algorithms
// run under the same compiler flags as kernels do.
#include <cuda_runtime.h>

#include <algorithm>
#include <atomic>
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <map>
#include <memory>
#include <numeric>
#include <string>
#include <vector>

__global__ void scale(int n, float factor, float* x) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) x[i] *= factor;
}

template <class T>
std::shared_ptr<T> device_array(std::size_t n) {
    T* pointer = nullptr;
    if (cudaMalloc(&pointer, n * sizeof(T)) != cudaSuccess) return nullptr;
    return {pointer, [](T* p) { cudaFree(p); }};
}

template <class T>
bool atomics_work() {
    std::atomic<T> a{5};
    T expected = 4;
    bool ok = !a.compare_exchange_strong(expected, 9) && expected == 5;
    ok = ok && a.compare_exchange_weak(expected, 9) && a == 9;
    ok = ok && a.fetch_add(3) == 9 && a.fetch_sub(2) == 12 && a.exchange(12) == 10;
    ok = ok && a.fetch_and(10) == 12 && a.fetch_or(3) == 8 && a.fetch_xor(1) == 11 && a == 10;
    a.store(1, std::memory_order_release);
    return ok && a.load(std::memory_order_acquire) == 1;
}

int main() {
    const int n = 1000;
    std::vector<float> x(n), y(n);
    std::iota(x.begin(), x.end(), 0.0f);
    const std::shared_ptr<float> d_x = device_array<float>(n), same = d_x;
    cudaMemcpy(d_x.get(), x.data(), n * sizeof(float), cudaMemcpyHostToDevice);
    scale<<<(n + 127) / 128, 128>>>(n, 2.0f, d_x.get());
    cudaMemcpy(y.data(), d_x.get(), n * sizeof(float), cudaMemcpyDeviceToHost);

    std::map<std::string, double> sums;
    sums["x"] = std::accumulate(x.begin(), x.end(), 0.0);
    sums["y"] = std::accumulate(y.begin(), y.end(), 0.0);
    std::sort(y.begin(), y.end(), [](float a, float b) { return a > b; });
    std::vector<char> text(sums.size() * 8);
    std::memset(text.data(), 'a', text.size());
    std::memmove(text.data() + 1, text.data(), text.size() - 1);

    const bool ok = sums["y"] == 2 * sums["x"] && y[0] == 2.0f * (n - 1) && same.use_count() == 2 &&
                    text.back() == 'a' && atomics_work<int>() && atomics_work<std::uint8_t>() &&
                    atomics_work<std::uint16_t>() && atomics_work<long long>();
    std::puts(ok ? "OK" : "FAILED");
    return ok ? 0 : 1;
}
