// The clock for events of Python programs. The simulator's own time says nothing about a device.
// Instead, launches take the time that the time model estimates, copies the time of a bus, and
// compilations a compiler's time. Like those of a device, time stamps advance while the host
// compiles.
#pragma once

#include <cstddef>

namespace python {

class Clock {
  public:
    /// Microseconds of all work so far.
    double now();
    void copied(std::size_t bytes);
    void compiled();

  private:
    double microseconds_ = 0;
    std::size_t launches_seen_ = 0;
};

}  // namespace python
