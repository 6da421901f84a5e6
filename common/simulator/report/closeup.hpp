// A launch from close up, for those who ask why it costs what it costs: which lane touched what in
// the worst request of a place in the program, and how one block's warps came to their barriers.
// count/ takes it, where it is asked for (SIM_EXPLAIN); closeup_text.hpp and closeup_json.hpp
// show it.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "simulator/report/finding.hpp"

namespace cusim::report {

// Of what is shown of it on a terminal.
constexpr std::size_t closeup_width = 78;

// A sector of global memory, and the banks of shared memory.
constexpr std::int64_t sector_bytes = 32;
constexpr int banks = 32;

// One instruction of one warp.
struct RequestExample {
    std::uint32_t block = 0;  // linear
    std::uint32_t warp = 0;   // of its block
    std::uint64_t turn = 0;   // the how many-th request of this warp here, from 1
    unsigned size = 0;        // bytes a lane
    std::uint32_t lanes = 0;  // those that take part, as a mask
    // Where each of them reads or writes, in bytes from the array's start; 0 for the others.
    std::array<std::int64_t, 32> offset = {};
    std::uint32_t start = 0;  // the address of the array's start, modulo 128
    // The lanes that each wavefront of shared memory serves. Of atomics: each turn.
    std::vector<std::uint32_t> served = {};
    std::uint64_t cost = 0;   // sectors; of shared memory, wavefronts
    std::uint64_t least = 0;  // that suffice for what these lanes ask for
};

// What one place in the program costs at one variable, beside the least that its lanes need. The
// request shown is the one furthest above its least; of equal ones, the first.
struct Closeup {
    std::uint64_t cost = 0, least = 0;  // summed over all requests
    RequestExample worst = {};
};

// A warp between two barriers.
struct WarpStretch {
    std::uint32_t threads = 0;   // that came to the barrier at the stretch's end
    std::uint64_t requests = 0;  // to global and shared memory
};

struct BarrierPassage {
    Site barrier = {};
    std::uint64_t execution = 0;  // the how many-th of this barrier in this block, from 1
    std::vector<WarpStretch> warps = {};
};

// The barriers that one block passed, in order.
struct BarrierTimeline {
    std::uint32_t block = 0;                  // linear
    std::vector<std::uint32_t> threads = {};  // of each warp
    std::vector<BarrierPassage> passages = {};
    std::uint64_t passed = 0;               // more than `passages` tells of, where that is long
    std::vector<std::uint64_t> after = {};  // requests of each warp behind its last barrier
};

}  // namespace cusim::report
