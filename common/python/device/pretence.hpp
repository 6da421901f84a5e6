// What the device does not say as it is, in calls that show whether a script found out by itself
// what it tells: whoever asks the device, as it should, gets an answer that is right all the same.
#pragma once

#include <cstddef>
#include <functional>
#include <map>
#include <vector>

#include "python/device/message.hpp"

namespace python {

class Pretence {
  public:
    /// A number that a kernel is to make: on the device, within a bound, and as the script gets it.
    struct Result {
        double there, bound, here;
    };

    /// Everything is as it is said to be.
    Pretence() = default;

    /// Of what is copied to the device these numbers are replaced, where most of it are such
    /// numbers or 0. What a kernel makes of them, element by element `results`, becomes on the way
    /// back what it would have made of the script's own; what it only holds, those again.
    Pretence& replaces(std::map<float, float> numbers, std::vector<Result> results);
    /// All floats that a kernel wrote are larger by this when the script gets them.
    Pretence& adds(float more);
    /// Events tell that all work takes so many times as long.
    Pretence& slows(double times);

    double times_as_long() const { return slower_; }
    Bytes on_the_way_in(Bytes bytes) const;
    /// `by_kernel`: whether a kernel was the last to write the bytes there. Word by word, whether a
    /// kernel wrote what is none of the results; empty where none are expected.
    using ByKernel = std::function<bool(std::size_t offset, std::size_t bytes)>;
    std::vector<bool> on_the_way_out(Bytes& bytes, const ByKernel& by_kernel) const;

  private:
    std::size_t find(float value, std::size_t likely) const;

    std::map<float, float> numbers_, originals_;
    std::vector<Result> results_;
    std::multimap<double, std::size_t> elements_;  // of results_, by what is there
    double widest_ = 0;                            // of their bounds
    float more_ = 0;
    double slower_ = 1;
};

}  // namespace python
