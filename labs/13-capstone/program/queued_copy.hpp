// A stream that waits for no other, and a vector that is still on its way there: what is queued
// behind it finds the numbers, and what is queued elsewhere may come too early. Free of CUDA's
// headers.
#pragma once

#include <cstddef>

// CUDA's own name.
using cudaStream_t = struct CUstream_st*;

namespace lab13 {

class QueuedCopy {
  public:
    /// Of device memory. Throws kit::CudaError.
    QueuedCopy(const float* from, std::size_t count);
    ~QueuedCopy();
    QueuedCopy(const QueuedCopy&) = delete;
    QueuedCopy& operator=(const QueuedCopy&) = delete;

    cudaStream_t stream() const { return stream_; }
    const float* data() const { return copy_; }
    /// Queues what its caller does next, behind the call: of so many floats of device memory.
    void read(const float* from, std::size_t count);
    /// Until all that was queued is done.
    void wait() const;

  private:
    float *copy_ = nullptr, *read_ = nullptr;
    cudaStream_t stream_ = nullptr;
};

}  // namespace lab13
