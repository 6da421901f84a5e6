// Runs a launch again in the same order, to find the numbers of the two accesses of each racing
// pair among their threads' accesses. For two launches, both run, one after the other.
#pragma once

#include <map>
#include <optional>
#include <unordered_map>
#include <utility>
#include <vector>

#include "simulator/exec/flip.hpp"
#include "simulator/race/findings/racing_pairs.hpp"
#include "simulator/race/shadow/access_watch.hpp"

namespace cusim::exec {

struct LocatedPair {
    NumberedAccess earlier, later;
    bool earlier_stores = false;
};

class PairLocator final : public race::AccessWatch {
  public:
    explicit PairLocator(const std::vector<race::RacingPair>& pairs, bool of_two = false);

    void access(const race::Access& access) override;
    // For two launches: the first has ended, and the later accesses follow.
    void second_begins();

    // One entry for each pair, in order; empty for a pair that did not occur again.
    const std::vector<std::optional<LocatedPair>>& located() const { return located_; }

  private:
    using ThreadNumber = std::pair<std::uint64_t, std::uint32_t>;  // block, thread

    const std::vector<race::RacingPair>& pairs_;
    bool runs_earlier_ = true, runs_later_;
    std::map<ThreadNumber, std::uint64_t> accesses_;  // of those threads, so far
    std::vector<std::uint64_t> earlier_;  // for each pair, the latest such access; 0 if none
    std::vector<std::optional<LocatedPair>> located_;
};

}  // namespace cusim::exec
