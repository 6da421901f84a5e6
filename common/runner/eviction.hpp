// Evicts from a device's L2 cache what earlier calls have left there, for the times of cold calls:
// the device overwrites more than four times as many bytes as the cache holds.
#pragma once

#include <cuda_runtime.h>

#include <cstddef>

#include "kit/device_buffer.hpp"
#include "kit/error.hpp"

namespace runner {

class Eviction {
  public:
    /// For device 0. Throws kit::CudaError, as queue() does.
    Eviction() : overwritten_(4 * bytes_of_cache() + (1 << 20)) {}

    /// Queues the stores, each of this byte, and does not wait for them.
    void queue(cudaStream_t stream = nullptr, int byte = 1) {
        CUDA_CHECK(cudaMemsetAsync(overwritten_.data(), byte, bytes(), stream));
    }
    std::size_t bytes() const { return overwritten_.count(); }

  private:
    static std::size_t bytes_of_cache() {
        cudaDeviceProp device{};
        CUDA_CHECK(cudaGetDeviceProperties(&device, 0));
        return static_cast<std::size_t>(device.l2CacheSize);
    }

    kit::DeviceBuffer<unsigned char> overwritten_;
};

}  // namespace runner
