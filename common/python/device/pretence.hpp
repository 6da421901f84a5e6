// Makes the device give altered information in some calls, to test whether a script gets its
// results from the device: a script that does so still gets the right answer.
#pragma once

#include <cstddef>
#include <functional>
#include <map>
#include <vector>

#include "python/device/message.hpp"

namespace python {

class Pretence {
  public:
    /// A value that a kernel must compute: on the device, its error bound, and as the script
    /// receives it.
    struct Result {
        double there, bound, here;
    };

    /// Nothing is altered.
    Pretence() = default;

    /// In data copied to the device, these numbers are replaced, if most of the data are such
    /// numbers or 0. When data are copied back, the elements that a kernel computed from them,
    /// `results`, are replaced by what it would have computed from the script's own numbers; the
    /// replaced numbers themselves are changed back.
    Pretence& replaces(std::map<float, float> numbers, std::vector<Result> results);
    /// All floats that a kernel wrote are larger by this value when the script gets them.
    Pretence& adds(float more);
    /// Events report this multiple of the time of all work.
    Pretence& slows(double times);

    double times_as_long() const { return slower_; }
    Bytes on_the_way_in(Bytes bytes) const;
    /// `by_kernel`: whether a kernel wrote these bytes last. Returns, for each word, whether a
    /// kernel wrote a value that is not one of the results; empty if no results are expected.
    using ByKernel = std::function<bool(std::size_t offset, std::size_t bytes)>;
    std::vector<bool> on_the_way_out(Bytes& bytes, const ByKernel& by_kernel) const;

  private:
    std::size_t find(float value, std::size_t likely) const;

    std::map<float, float> numbers_, originals_;
    std::vector<Result> results_;
    std::multimap<double, std::size_t> elements_;  // of results_, by the value on the device
    double widest_ = 0;                            // the largest of their error bounds
    float more_ = 0;
    double slower_ = 1;
};

}  // namespace python
