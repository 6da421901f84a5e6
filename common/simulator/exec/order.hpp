// The order in which blocks and threads run, from SIM_ORDER: forward (the default), reverse, or
// random:SEED; compare (forward, after a trial in reverse); interleaved (forward, but threads give
// way after atomic reads). One of the first three and a plus sign, or nothing, which means forward,
// may precede: witness:…, which reverses one race of one launch (flip.hpp), or witness, for which
// that race must still be found. The same setting gives the same order on every machine.
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
    // Returns nullopt for any other text.
    static std::optional<Order> parse(std::string_view text);

    // Whether api/ must run each launch in reverse first, and compare the results.
    bool is_compared() const { return compared_; }
    // Whether a thread that has read a value by an atomic lets the others run before it goes on, so
    // that what it does with the value comes too late if that is a second step.
    bool gives_way_after_reads() const { return gives_way_; }
    // The race to reverse; and whether to search for one, and reverse that.
    const std::optional<Flip>& flip() const { return flip_; }
    bool plays_witness() const { return plays_witness_; }
    // This order with that race reversed, as text for SIM_ORDER.
    std::string with(const Flip& flip) const;

    // The items 0 … count-1 in order. `salt` selects one sequence of a random order.
    std::vector<std::uint32_t> sequence(std::uint32_t count, std::uint64_t salt) const;
    // For a grid too large to list: the item at position `rank`.
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
    bool gives_way_ = false;
    bool plays_witness_ = false;
    std::optional<Flip> flip_;
};

// The order in use: that of SIM_ORDER until set.
const Order& order();
void set_order(Order order);

}  // namespace cusim::exec
