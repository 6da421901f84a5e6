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
    /// that a kernel wrote. In a square matrix of 3 rows or more, the first one has one of the
    /// others beside it in its row, and one in its column.
    Pretence& adds(float more, std::size_t place = 0, std::size_t count = 1);
    /// Of this many copies with a kernel's floats, those of the second of so many equal parts are
    /// off by three times as much, those of the third one by five times, and so on.
    Pretence& in_parts(std::size_t copies, std::size_t parts);
    /// Events report this multiple of the time of all work. `more_each_time`: after each time that
    /// is asked for, the multiple of the next one is so many times as large.
    Pretence& slows(double times, double more_each_time = 1);

    /// For the next time that is asked for.
    double times_as_long();
    /// `by_kernel`: whether a kernel wrote these bytes last.
    using ByKernel = std::function<bool(std::size_t offset, std::size_t bytes)>;
    void on_the_way_out(Bytes& bytes, const ByKernel& by_kernel);
    /// The copies so far that were altered, and all their floats.
    std::size_t altered_copies() const { return altered_copies_; }
    std::size_t floats_of_copies() const { return floats_of_copies_; }

  private:
    float more_ = 0;
    std::size_t place_ = 0, count_ = 1;
    std::size_t copies_ = 1, parts_ = 1, altered_copies_ = 0, floats_of_copies_ = 0;
    double slower_ = 1, more_each_time_ = 1;
};

}  // namespace python
