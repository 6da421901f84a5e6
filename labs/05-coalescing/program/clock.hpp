// Times of calls on a device, by CUDA events. Before each measurement its L2 cache is emptied of
// what the call will read. This also keeps the device busy while the host queues the call and its
// events, so that the host's time is not included.
#pragma once

#include <functional>

#include "kit/timing.hpp"
#include "runner/eviction.hpp"

namespace runner::sweep {

class Clock {
  public:
    /// Microseconds of one call with cold caches.
    float cold(const std::function<void()>& call);

    /// Microseconds per call, when several calls on the same data follow each other.
    float warm(const std::function<void()>& call);

    std::size_t evicted_bytes() const { return eviction_.bytes(); }

  private:
    Eviction eviction_;
    kit::Event start_, stop_;
};

}  // namespace runner::sweep
