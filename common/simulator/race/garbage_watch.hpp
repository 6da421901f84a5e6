// Follows garbage through a run of a launch that has been judged: which of the reads were only
// copied on, and where the copies lie in the end. A store is known for a copy by its value, which
// its thread has read where garbage lay. Others may have been made something of: what has been read
// from memory and was not stored again counts as used. From a block's shared memory it need not be
// stored: tiles hold what nobody will ask for. (What comes of that is for whoever compares what two
// runs leave.)
#pragma once

#include <cstdint>
#include <map>
#include <span>
#include <tuple>
#include <unordered_map>
#include <vector>

#include "simulator/race/access_watch.hpp"
#include "simulator/race/garbage.hpp"

namespace cusim::race {

class GarbageWatch final : public AccessWatch {
  public:
    struct Lying {
        unsigned size = 4;
        std::uint32_t read = 0;  // that it comes from

        friend bool operator==(const Lying&, const Lying&) = default;
    };
    using Places = std::unordered_map<Address, Lying>;

    // What they read holds a pattern already: Pattern::negative or Pattern::positive.
    explicit GarbageWatch(std::span<const UnwrittenRead> reads);

    void access(const Access& access) override;
    void launch_has_ended();

    // After that: by read.
    const std::vector<bool>& used() const { return used_; }
    const Places& places() const { return places_; }

  private:
    // By thread of the grid, size and value.
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
    Store before_, latest_;  // of the latest two accesses, where these stored
};

}  // namespace cusim::race
