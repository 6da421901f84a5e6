// Times of calls on a device, by CUDA events. Before each measurement the device overwrites more
// than its L2 cache holds. This evicts what the call will read, and keeps the device busy while the
// host queues the call and its events, so that the host's time is not included.
#pragma once

#include <functional>

#include "kit/device_buffer.hpp"
#include "kit/timing.hpp"

namespace runner::sweep {

class Clock {
  public:
    Clock();

    /// Microseconds of one call with cold caches.
    float cold(const std::function<void()>& call);

    /// Microseconds per call, when several calls on the same data follow each other.
    float warm(const std::function<void()>& call);

    std::size_t evicted_bytes() const { return evicted_.count(); }

  private:
    void evict();

    kit::DeviceBuffer<unsigned char> evicted_;
    kit::Event start_, stop_;
};

}  // namespace runner::sweep
