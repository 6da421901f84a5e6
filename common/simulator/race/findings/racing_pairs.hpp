// Collects pairs of accesses that raced in a launch, a few for each race. The search for a witness
// tries them in the opposite order. It cannot be known beforehand which pair changes a value: in a
// tree reduction, it may be only the first.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "simulator/race/findings/finding_key.hpp"
#include "simulator/race/order/happens_before.hpp"
#include "simulator/race/shadow/access.hpp"
#include "simulator/race/shadow/earlier_access.hpp"
#include "simulator/trace/memory_objects.hpp"

namespace cusim::race {

struct RacingAccess {
    std::uint32_t block = 0, thread = 0;  // linear
    trace::SiteId site = 0;
};

// Two accesses to the same bytes, of one launch or of two. The addresses are those of the shadow,
// which differ from the program's own for registered memory and for a block's shared memory.
struct RacingPair {
    Address address = 0;
    std::size_t size = 0;
    RacingAccess earlier, later;
    // The element where the two accesses met.
    std::string variable;
    std::optional<long> index;
    std::string name;  // that element's, if `index` is known
};

struct Race {
    FindingKey key;
    // If the earlier accesses belong to another launch, which nothing orders before this one: that
    // launch's first epoch.
    std::optional<Epoch> other_launch;
    bool with_call = false;  // the other operation is a copy or a fill, not a launch
    std::vector<RacingPair> pairs;
};

// To be called when a launch begins.
void forget_pairs();
// Records a pair of the running launch, or of it and an earlier one.
void note_pair(const FindingKey& key, const Point& now, const Access& access,
               const trace::MemoryObject& object, const EarlierAccess& earlier);
// Returns and removes the races of the latest launch, in the order in which they occurred.
std::vector<Race> take_racing_pairs();

}  // namespace cusim::race
