// The order in which blocks and threads are taken, as SIM_ORDER says: forward (the default),
// reverse, or random:SEED; or compare, which is forward after a trial in reverse; or apart, which
// is forward with blocks that nothing orders. Behind one of the first three and a plus sign, or
// alone, which means forward: witness:…, which turns one race of one launch round (flip.hpp), or
// witness, where that race is still to be found. Same setting, same order, on every machine.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "simulator/exec/flip.hpp"

namespace cusim::exec {

class Order {
  public:
    // Nothing for anything but these forms.
    static std::optional<Order> parse(std::string_view text);

    // Whether api/ shall run each launch in reverse first, and compare.
    bool is_compared() const { return compared_; }
    // Whether barriers of the grid, fences and atomics order no block behind another: what needs
    // that races.
    bool are_blocks_apart() const { return blocks_apart_; }
    // The race to turn round; and whether to look for one, and then do so.
    const std::optional<Flip>& flip() const { return flip_; }
    bool plays_witness() const { return plays_witness_; }
    // This order, with that race turned round, as text for SIM_ORDER.
    std::string with(const Flip& flip) const;

    // The items 0 … count-1 in order; `salt` tells one sequence of a random order from the next.
    std::vector<std::uint32_t> sequence(std::uint32_t count, std::uint64_t salt) const;
    // The same for a grid too large to list: the item at position `rank`.
    bool is_listed() const { return kind_ == Kind::random; }
    std::uint64_t at(std::uint64_t rank, std::uint64_t count) const {
        return kind_ == Kind::reverse ? count - 1 - rank : rank;
    }

  private:
    static std::optional<Order> parse_base(std::string_view text);

    enum class Kind { forward, reverse, random };
    Kind kind_ = Kind::forward;
    std::uint64_t seed_ = 0;
    bool compared_ = false;
    bool blocks_apart_ = false;
    bool plays_witness_ = false;
    std::optional<Flip> flip_;
};

// The order in use: SIM_ORDER's until set.
const Order& order();
void set_order(Order order);

}  // namespace cusim::exec
