// The control-flow graph of a kernel's functions, as far as its threads have shown it: which basic
// block was seen to follow which. The graph gives the block where lanes that split at a branch join
// again: the branch's immediate post-dominator, where compilers for SIMT devices join them too.
//
// The method of deriving the graph from the threads' own traces is that of ThreadFuser (Alawneh et
// al., MICRO 2024). Post-dominators are computed by the algorithm of Cooper, Harvey and Kennedy ("A
// simple, fast dominance algorithm", 2001).
#pragma once

#include <array>
#include <cstdint>
#include <unordered_map>
#include <utility>
#include <vector>

#include "simulator/trace/lane_log.hpp"

namespace cusim::trace {

// A lane's position: its current function (identified by the record of entry; 0 before the first)
// and the basic block that it reached last.
struct Frame {
    Record function = 0;
    Record block = 0;
};

class ControlFlow {
  public:
    // Stands for everything behind the end of a function.
    static constexpr Record exit = 0;

    // Records that `to` followed frame.block. If frame.block is 0, `to` is the function's first
    // block.
    void note(const Frame& frame, Record to) {
        const std::uint64_t key = frame.block * 0x9e37'79b9'7f4a'7c15 ^ to ^ frame.function << 20;
        auto& [latest, other] = known_[(key ^ key >> 32) % known_.size()];
        if (latest == key) return;
        const bool is_known = other == key;
        other = std::exchange(latest, key);
        if (!is_known) add(frame, to);
    }
    // The block where lanes that split after frame.block join again; `exit` if they join only
    // behind the end of the function.
    Record reconvergence(const Frame& frame);
    void clear();

  private:
    struct Function {
        std::vector<Record> blocks;  // the entry comes first
        std::unordered_map<Record, unsigned> index;
        std::vector<std::vector<unsigned>> successors;  // blocks.size() stands for the exit
        std::vector<unsigned> post_dominator;           // empty if it must be computed again

        unsigned block(Record record);
    };

    void add(const Frame& frame, Record to);

    std::unordered_map<Record, Function> functions_;
    // A cache of steps that were noted: two for each place, since the steps of a loop that compete
    // for one would be looked up in each turn.
    std::array<std::array<std::uint64_t, 2>, 512> known_{};
};

}  // namespace cusim::trace
