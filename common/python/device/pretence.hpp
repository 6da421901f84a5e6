// Makes the device give altered information in some calls, to test whether a script shows what the
// device has told it.
#pragma once

#include <cstddef>
#include <functional>

#include "python/device/message.hpp"

namespace python {

class Pretence {
  public:
    /// Nothing is altered.
    Pretence() = default;

    /// So many floats of each copy are larger by this value when the script gets it: the one at
    /// this place, counted from the last one back, and round again, and the next ones, of those
    /// that a kernel wrote.
    Pretence& adds(float more, std::size_t place = 0, std::size_t count = 1);
    /// Events report this multiple of the time of all work. `more_each_time`: after each time that
    /// is asked for, the multiple of the next one is so many times as large.
    Pretence& slows(double times, double more_each_time = 1);

    /// For the next time that is asked for.
    double times_as_long();
    /// `by_kernel`: whether a kernel wrote these bytes last.
    using ByKernel = std::function<bool(std::size_t offset, std::size_t bytes)>;
    void on_the_way_out(Bytes& bytes, const ByKernel& by_kernel) const;

  private:
    float more_ = 0;
    std::size_t place_ = 0, count_ = 1;
    double slower_ = 1, more_each_time_ = 1;
};

}  // namespace python
