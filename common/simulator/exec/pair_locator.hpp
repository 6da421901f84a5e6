// One run of a launch, in the order it ran in before, that finds out which of their threads'
// accesses the two of a racing pair are, by number; or of two launches, one after the other.
#pragma once

#include <map>
#include <optional>
#include <unordered_map>
#include <utility>
#include <vector>

#include "simulator/exec/flip.hpp"
#include "simulator/race/access_watch.hpp"
#include "simulator/race/racing_pairs.hpp"

namespace cusim::exec {

struct LocatedPair {
    NumberedAccess earlier, later;
    bool earlier_stores = false;
};

class PairLocator final : public race::AccessWatch {
  public:
    explicit PairLocator(const std::vector<race::RacingPair>& pairs, bool of_two = false);

    void access(const race::Access& access) override;
    // Of two launches the first has ended: from now on the later accesses come.
    void second_begins();

    // Of each pair, in order; nothing of one that did not come up again.
    const std::vector<std::optional<LocatedPair>>& located() const { return located_; }

  private:
    using ThreadNumber = std::pair<std::uint64_t, std::uint32_t>;  // block, thread

    const std::vector<race::RacingPair>& pairs_;
    bool runs_earlier_ = true, runs_later_;
    std::map<ThreadNumber, std::uint64_t> accesses_;  // of those threads, so far
    std::vector<std::uint64_t> earlier_;              // by pair: the latest such access; 0 is none
    std::vector<std::optional<LocatedPair>> located_;
};

}  // namespace cusim::exec
