// Compares the times of calls on a device with cold caches. A measurement is a graph of a few
// calls, each on its own data, between two events. Before each measurement the L2 cache is emptied
// of what the calls will read. The measurements of all calls take turns.
#pragma once

#include <cuda_runtime.h>

#include <functional>
#include <vector>

#include "runner/eviction.hpp"
#include "runner/stopwatch.hpp"

namespace lab13 {

/// Queues one call in a stream, on the data set with this number.
using Queue = std::function<void(cudaStream_t stream, int set)>;

class ColdClock {
  public:
    ColdClock();
    ~ColdClock();
    ColdClock(const ColdClock&) = delete;
    ColdClock& operator=(const ColdClock&) = delete;

    /// Each call is made `sets` times in a measurement. Throws kit::CudaError, and whatever a call
    /// throws.
    std::vector<runner::Spread> compare(const std::vector<Queue>& calls, int sets, int rounds);

    cudaStream_t stream() const { return stream_; }

  private:
    cudaStream_t stream_ = nullptr;
    runner::Eviction eviction_;
};

}  // namespace lab13
