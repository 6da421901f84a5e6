// The numbering of epochs, and what each of them was: a block's stretch of a launch between two
// barriers, or a thread's between two fences. Numbers only grow, so "older than" is one comparison.
#pragma once

#include <vector>

#include "simulator/race/clocks.hpp"

namespace cusim::race {

struct EpochInfo {
    std::uint32_t block;
    std::uint32_t barriers : 31;  // barriers the block had passed
    // What an asynchronous copy did, not the thread that began it.
    std::uint32_t copied : 1 = 0;
};

// Copies under way have numbers above all others, so that no barrier seems to lie behind them. Each
// is given out again when its copy is done (async_copies.hpp).
constexpr Epoch first_in_flight = 0xf000'0000;
constexpr bool is_in_flight(Epoch epoch) {
    return epoch >= first_in_flight;
}

class Epochs {
  public:
    // Throws std::length_error when they meet those in flight.
    Epoch begin(std::uint32_t block, std::uint32_t barriers);
    // Of a copy that is done.
    Epoch begin_copied(std::uint32_t block, std::uint32_t barriers);
    Epoch begin_in_flight(std::uint32_t block);
    void end_in_flight(Epoch);
    Epoch next() const { return first_ + static_cast<Epoch>(infos_.size()); }

    // nullptr where the epoch is too old to be remembered.
    const EpochInfo* find(Epoch i) const {
        if (is_in_flight(i)) [[unlikely]]
            return &in_flight_[i - first_in_flight];
        return i - first_ < infos_.size() && i >= first_ ? &infos_[i - first_] : nullptr;
    }
    // Forgets what all epochs so far were (not their numbers).
    void forget();

    std::size_t remembered() const { return infos_.size(); }

  private:
    Epoch first_ = 1;
    std::vector<EpochInfo> infos_;
    std::vector<EpochInfo> in_flight_;
    std::vector<Epoch> landed_;  // numbers of in_flight_ to be given out again
};

Epochs& epochs();

}  // namespace cusim::race
