// The numbering of epochs, and what each of them was: a block's stretch of a launch between two
// barriers, or a thread's between two fences. Numbers only grow, so "older than" is one comparison.
#pragma once

#include <vector>

#include "simulator/race/clocks.hpp"

namespace cusim::race {

struct EpochInfo {
    std::uint32_t block;
    std::uint32_t barriers;  // barriers the block had passed
};

class Epochs {
  public:
    // Throws std::length_error after 2^32 of them.
    Epoch begin(std::uint32_t block, std::uint32_t barriers);
    Epoch next() const { return first_ + static_cast<Epoch>(infos_.size()); }

    // nullptr where the epoch is too old to be remembered.
    const EpochInfo* find(Epoch i) const {
        return i - first_ < infos_.size() && i >= first_ ? &infos_[i - first_] : nullptr;
    }
    // Forgets what all epochs so far were (not their numbers).
    void forget();

    std::size_t remembered() const { return infos_.size(); }

  private:
    Epoch first_ = 1;
    std::vector<EpochInfo> infos_;
};

Epochs& epochs();

}  // namespace cusim::race
