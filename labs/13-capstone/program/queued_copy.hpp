// A stream that waits for no other, with a vector that is still being copied: work queued behind
// the copy finds the numbers; work queued in another stream may come too early. Includes no CUDA
// headers.
#pragma once

#include <cstddef>

// CUDA's own name.
using cudaStream_t = struct CUstream_st*;

namespace lab13 {

class QueuedCopy {
  public:
    /// `from`: device memory. Throws kit::CudaError.
    QueuedCopy(const float* from, std::size_t count);
    ~QueuedCopy();
    QueuedCopy(const QueuedCopy&) = delete;
    QueuedCopy& operator=(const QueuedCopy&) = delete;

    cudaStream_t stream() const { return stream_; }
    const float* data() const { return copy_; }
    /// Queues what its caller does next after the call: reading so many floats of device memory.
    void read(const float* from, std::size_t count);
    /// Waits until everything that was queued is done.
    void wait() const;

  private:
    float *copy_ = nullptr, *read_ = nullptr;
    cudaStream_t stream_ = nullptr;
};

}  // namespace lab13
