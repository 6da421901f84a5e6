// Numbers the epochs, and remembers what each one was: what a block did between two barriers, or a
// thread between two fences. Numbers only grow, so "older than" is one comparison.
#pragma once

#include <vector>

#include "simulator/race/order/clocks.hpp"

namespace cusim::race {

struct EpochInfo {
    std::uint32_t block;
    std::uint32_t barriers : 31;  // that the block had passed
    // 1 for the epoch of an asynchronous copy, which is not that of the thread that began it.
    std::uint32_t copied : 1 = 0;
};

// In EpochInfo::barriers, for what no barrier of the block orders: above all counts.
constexpr std::uint32_t no_barrier = ~0u >> 1;

// Copies in progress have epochs above all others, so that they never count as ordered by a
// barrier. When a copy is done, its number is used again (async_copies.hpp).
constexpr Epoch first_in_flight = 0xf000'0000;
constexpr bool is_in_flight(Epoch epoch) {
    return epoch >= first_in_flight;
}

class Epochs {
  public:
    // Throws std::length_error if the numbers reach first_in_flight.
    Epoch begin(std::uint32_t block, std::uint32_t barriers);
    // The epoch of a copy that is done.
    Epoch begin_copied(std::uint32_t block, std::uint32_t barriers);
    Epoch begin_in_flight(std::uint32_t block);
    void end_in_flight(Epoch);
    Epoch next() const { return first_ + static_cast<Epoch>(infos_.size()); }

    // Returns nullptr if the epoch is too old to be remembered.
    const EpochInfo* find(Epoch i) const {
        if (is_in_flight(i)) [[unlikely]]
            return &in_flight_[i - first_in_flight];
        return i - first_ < infos_.size() && i >= first_ ? &infos_[i - first_] : nullptr;
    }
    // Forgets the descriptions of all epochs so far. Their numbers stay used.
    void forget();

    std::size_t remembered() const { return infos_.size(); }

  private:
    Epoch first_ = 1;
    std::vector<EpochInfo> infos_;
    std::vector<EpochInfo> in_flight_;
    std::vector<Epoch> landed_;  // numbers of in_flight_ that are free again
};

Epochs& epochs();

}  // namespace cusim::race
