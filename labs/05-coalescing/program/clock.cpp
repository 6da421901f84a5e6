#include "clock.hpp"

namespace runner::sweep {

namespace {

constexpr int calls_in_a_batch = 10;

// More than four times the size of the cache.
std::size_t bytes_to_evict() {
    cudaDeviceProp device{};
    CUDA_CHECK(cudaGetDeviceProperties(&device, 0));
    return 4 * static_cast<std::size_t>(device.l2CacheSize) + (1 << 20);
}

}  // namespace

Clock::Clock() : evicted_(bytes_to_evict()) {}

void Clock::evict() {
    CUDA_CHECK(cudaMemsetAsync(evicted_.data(), 1, evicted_.count()));
}

float Clock::cold(const std::function<void()>& call) {
    evict();
    start_.record();
    call();
    stop_.record();
    stop_.wait();
    return 1e3f * stop_.milliseconds_since(start_);
}

float Clock::warm(const std::function<void()>& call) {
    evict();
    call();
    start_.record();
    for (int i = 0; i < calls_in_a_batch; ++i) call();
    stop_.record();
    stop_.wait();
    return 1e3f * stop_.milliseconds_since(start_) / calls_in_a_batch;
}

}  // namespace runner::sweep
