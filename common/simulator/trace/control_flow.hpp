// The control flow of a kernel's functions as far as its threads have shown it: which basic block
// was seen to follow which. From it comes the block where lanes that part at a branch meet again,
// the branch's immediate post-dominator, as compilers for SIMT devices place it.
//
// Deriving the graph from the threads' own traces is the method of ThreadFuser (Alawneh et al.,
// MICRO 2024); post-dominators are found as Cooper, Harvey and Kennedy do ("A simple, fast
// dominance algorithm", 2001).
#pragma once

#include <array>
#include <cstdint>
#include <unordered_map>
#include <vector>

#include "simulator/trace/lane_log.hpp"

namespace cusim::trace {

// Where a lane stands: the function it is in (the record by which it entered; 0 before the first)
// and the block it came to last.
struct Frame {
    Record function = 0;
    Record block = 0;
};

class ControlFlow {
  public:
    // "Block" of everything that lies behind a function's end.
    static constexpr Record exit = 0;

    // `to` was seen to follow frame.block, unless that is 0: then `to` is where the function
    // begins.
    void note(const Frame& frame, Record to) {
        const std::uint64_t key = frame.block * 0x9e37'79b9'7f4a'7c15 ^ to ^ frame.function << 20;
        std::uint64_t& known = known_[(key ^ key >> 32) % known_.size()];
        if (known == key) return;
        known = key;
        add(frame, to);
    }
    // Where lanes that part behind frame.block meet again; `exit`: not inside the function.
    Record reconvergence(const Frame& frame);
    void clear();

  private:
    struct Function {
        std::vector<Record> blocks;  // the entry first
        std::unordered_map<Record, unsigned> index;
        std::vector<std::vector<unsigned>> successors;  // blocks.size() stands for the end
        std::vector<unsigned> post_dominator;           // empty: to be found again

        unsigned block(Record record);
    };

    void add(const Frame& frame, Record to);

    std::unordered_map<Record, Function> functions_;
    std::array<std::uint64_t, 1024> known_{};
};

}  // namespace cusim::trace
