// The numbering of intervals, and what each of them was: a block's stretch of a launch between two
// barriers, or a thread's between two fences. Numbers only grow, so "older than" is one comparison.
#pragma once

#include <vector>

#include "simulator/observe/actor.hpp"

namespace cusim::observe {

struct IntervalInfo {
    std::uint32_t block;
    std::uint32_t epoch;  // barriers the block had passed
};

class Intervals {
  public:
    // Throws std::length_error after 2^32 of them.
    Interval begin(std::uint32_t block, std::uint32_t epoch);
    Interval next() const { return first_ + static_cast<Interval>(infos_.size()); }

    // nullptr where the interval is too old to be remembered.
    const IntervalInfo* find(Interval i) const {
        return i - first_ < infos_.size() && i >= first_ ? &infos_[i - first_] : nullptr;
    }
    // Forgets what all intervals so far were (not their numbers).
    void forget();

    std::size_t remembered() const { return infos_.size(); }

  private:
    Interval first_ = 1;
    std::vector<IntervalInfo> infos_;
};

Intervals& intervals();

}  // namespace cusim::observe
