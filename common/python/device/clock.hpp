// The time that events of Python programs show: not the simulator's own, which says nothing of any
// device, but what the launches would take by its model of time, copies at the speed of a bus, and a
// compiler's time for what is compiled: events have stamps of the device's clock, which goes on
// while the host is busy with that.
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
