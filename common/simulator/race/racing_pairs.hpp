// The pairs of accesses that raced in a launch, a few for each race, for whoever tries what would
// have come of them in the other order. Which pair of a race changes a value is not known
// beforehand: in a tree of sums it may be the first one only.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "simulator/race/access.hpp"
#include "simulator/race/earlier_access.hpp"
#include "simulator/race/finding_key.hpp"
#include "simulator/race/happens_before.hpp"
#include "simulator/trace/memory_objects.hpp"

namespace cusim::race {

struct RacingAccess {
    std::uint32_t block = 0, thread = 0;  // linear
    trace::SiteId site = 0;
};

// Two accesses to the same bytes, of one launch or of two. The addresses are those of the shadow:
// of registered memory, and of a block's shared memory, they are not the program's own.
struct RacingPair {
    Address address = 0;
    std::size_t size = 0;
    RacingAccess earlier, later;
    // Of the element they met at.
    std::string variable;
    std::optional<long> index;
};

struct Race {
    FindingKey key;
    // Where the earlier accesses are another launch's, which nothing orders before this one: its
    // first epoch.
    std::optional<Epoch> other_launch;
    bool with_call = false;  // not a launch, but a copy, say
    std::vector<RacingPair> pairs;
};

// When a launch begins.
void forget_pairs();
// Of the running launch, and perhaps an earlier one.
void note_pair(const FindingKey& key, const Point& now, const Access& access,
               const trace::MemoryObject& object, const EarlierAccess& earlier);
// Those of the latest launch, in the order in which they came up; then there are none.
std::vector<Race> take_racing_pairs();

}  // namespace cusim::race
