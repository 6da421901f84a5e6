// How long calls take on a device, by CUDA events. Before each measurement the device overwrites
// more than its L2 cache holds: that evicts what the call will read, and keeps the device busy
// while the host queues the call and its events, so that the host's own time is not in the figure.
#pragma once

#include <functional>

#include "kit/device_buffer.hpp"
#include "kit/timing.hpp"

namespace runner::sweep {

class Clock {
  public:
    Clock();

    /// Microseconds of one call that finds nothing in the cache.
    float cold(const std::function<void()>& call);

    /// Microseconds of a call among several on the same data, one after the other.
    float warm(const std::function<void()>& call);

    std::size_t evicted_bytes() const { return evicted_.count(); }

  private:
    void evict();

    kit::DeviceBuffer<unsigned char> evicted_;
    kit::Event start_, stop_;
};

}  // namespace runner::sweep
