// Runs along with a repeated launch to find out which reads of garbage were only copied, and where
// the copies are at the end. A store is recognised as a copy by its value, which its thread has
// read from garbage. A value that was read from memory and not stored again counts as used. The
// exception is a value read from a block's shared memory, since tiles contain elements that no one
// uses. (Whether these have an effect shows in the comparison of two runs.)
#pragma once

#include <cstdint>
#include <map>
#include <span>
#include <tuple>
#include <unordered_map>
#include <vector>

#include "simulator/race/findings/garbage.hpp"
#include "simulator/race/shadow/access_watch.hpp"

namespace cusim::race {

class GarbageWatch final : public AccessWatch {
  public:
    struct Lying {
        unsigned size = 4;
        std::uint32_t read = 0;  // number of the read it comes from

        friend bool operator==(const Lying&, const Lying&) = default;
    };
    using Places = std::unordered_map<Address, Lying>;

    // The memory of these reads must hold Pattern::negative or Pattern::positive already.
    explicit GarbageWatch(std::span<const UnwrittenRead> reads);

    void access(const Access& access) override;
    void launch_has_ended();

    // After the run, for each read: whether its value was used.
    const std::vector<bool>& used() const { return used_; }
    const Places& places() const { return places_; }

  private:
    // Thread of the grid, size, value.
    using Value = std::tuple<std::uint64_t, unsigned, std::uint32_t>;
    struct Carried {
        std::uint32_t read;
        bool is_accounted_for;
    };

    struct Store {
        std::uint64_t thread = 0;
        Address address = 0;
        std::size_t size = 0;
    };

    void settle();
    void reads(std::uint64_t thread, GarbagePiece piece, bool by_update);
    void has_stored(std::uint64_t thread, GarbagePiece piece);
    void forget(const Store& store);

    Places places_;
    std::map<Value, Carried> carried_;
    std::vector<bool> used_;
    Store before_, latest_;  // of the two latest accesses, if they were stores
};

}  // namespace cusim::race
