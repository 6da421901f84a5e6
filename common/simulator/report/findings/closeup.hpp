// The close-up of a launch, which shows why it costs what it costs: which lane accessed what in the
// worst request of a line, and how the warps of one block arrived at their barriers. count/
// collects it if SIM_EXPLAIN asks for it; closeup_text.hpp and closeup_json.hpp show it.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "simulator/report/findings/finding.hpp"

namespace cusim::report {

// Width of its display on a terminal.
constexpr std::size_t closeup_width = 78;

// The size of a sector of global memory, and the number of banks of shared memory.
constexpr std::int64_t sector_bytes = 32;
constexpr int banks = 32;

// The request of one warp by one instruction.
struct RequestExample {
    std::uint32_t block = 0;  // linear
    std::uint32_t warp = 0;   // in its block
    std::uint64_t turn = 0;   // the number of this request among the warp's here, from 1
    unsigned size = 0;        // bytes per lane
    std::uint32_t lanes = 0;  // mask of the active lanes
    // For each active lane, the offset of its access in bytes from the array's start; 0 for the
    // others.
    std::array<std::int64_t, 32> offset = {};
    std::uint32_t start = 0;  // address of the array's start, modulo 128
    // The lanes that each wavefront of shared memory serves. For atomics, each round.
    std::vector<std::uint32_t> served = {};
    std::uint64_t cost = 0;   // sectors; for shared memory, wavefronts
    std::uint64_t least = 0;  // what these lanes need at least
};

// The cost of one site's accesses to one variable, and the least that its lanes need. The example
// is the request that is furthest above its least; of equal ones, the first.
struct Closeup {
    std::uint64_t cost = 0, least = 0;  // summed over all requests
    RequestExample worst = {};
};

// A warp's work between two barriers.
struct WarpStretch {
    std::uint32_t threads = 0;   // number that arrived at the barrier at its end
    std::uint64_t requests = 0;  // to global and shared memory
};

struct BarrierPassage {
    Site barrier = {};
    std::uint64_t execution = 0;  // number of this execution of the barrier in the block, from 1
    std::vector<WarpStretch> warps = {};
};

// The barriers that one block passed, in order.
struct BarrierTimeline {
    std::uint32_t block = 0;                  // linear
    std::vector<std::uint32_t> threads = {};  // in each warp
    std::vector<BarrierPassage> passages = {};
    std::uint64_t passed = 0;               // in total; `passages` may have fewer
    std::vector<std::uint64_t> after = {};  // requests of each warp after its last barrier
};

}  // namespace cusim::report
