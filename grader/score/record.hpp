// What a graded program reports of one call: findings and kernel launches, as values.
// Promises the suites and the reports the shape of simcc's JSON report, field for field.
// These are evidence from the student's process, not verdicts: who fills them checks them first.
#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace grader::score {

using Dim3 = std::array<std::uint32_t, 3>;  // x, y, z

/// Of a grid its blocks, of a block its threads.
inline std::int64_t volume(const Dim3& extent) {
    return std::int64_t{extent[0]} * extent[1] * extent[2];
}

/// The other party of a finding that needs two: for a race, the earlier access.
struct OtherParty {
    std::string file;
    int line = 0;
    bool host = false;  // the program itself; then block and thread mean nothing
    Dim3 block{};
    Dim3 thread{};
    std::string op;  // "read", "write", "atomic"

    bool operator==(const OtherParty&) const = default;
};

/// An order of a race's accesses that leaves another value, step by step; how one can see it again
/// is `order`.
struct Witness {
    struct Step {
        OtherParty who;
        std::string before, after;  // what the element held; the same for a read
        std::string usual = {};     // what a read meets in its turn, if that is known to be another

        bool operator==(const Step&) const = default;
    };
    std::string order;
    std::string met_at;  // "Q[2]"
    std::vector<Step> steps;
    std::string lost;                  // a value that was stored and went; or empty
    std::string outcome, usual, here;  // an element of what is left, in the usual order and in this
    std::vector<std::string> text = {};  // the same for a terminal, line by line
    std::string command = {};            // that plays it

    bool operator==(const Witness&) const = default;
};

struct Finding {
    std::string kind;      // "race", "out_of_bounds", …: docs/simulator.md
    std::string severity;  // "error", "warning", "note"
    std::string file;
    int line = 0;
    bool host = false;
    Dim3 block{};
    Dim3 thread{};
    std::string message;  // one sentence of cause with the usual remedy
    std::uint64_t count = 1;
    std::optional<OtherParty> other;
    std::optional<Witness> witness = std::nullopt;
    std::string cause = {};  // the same in findings of several lines that are one; mostly empty

    bool operator==(const Finding&) const = default;
};

/// What a launch asked of one array. `bytes` is the size of its allocation.
struct ArrayTraffic {
    std::string name;
    std::uint64_t bytes = 0;
    std::string op;  // "load", "store", "red", "atom"
    std::uint64_t requests = 0;
    std::uint64_t sectors = 0;

    bool operator==(const ArrayTraffic&) const = default;
};

/// What a launch asked for in one line of the source.
struct LineTraffic {
    std::string file;
    int line = 0;
    std::string space;  // "global", "shared"
    std::string op;     // as of ArrayTraffic
    std::uint64_t requests = 0;
    std::uint64_t cost = 0;  // sectors; of shared memory, wavefronts
    std::uint64_t active_lanes = 0;

    bool operator==(const LineTraffic&) const = default;
};

/// One request of a warp, lane by lane.
struct LaneRequest {
    std::uint64_t bytes = 0;               // a lane
    std::uint64_t start = 0;               // of the first sector or word, in its array
    std::vector<std::int64_t> offsets;     // 32 of them, from the array's start; -1: not active
    std::vector<std::vector<int>> served;  // shared memory: the lanes of each wavefront

    bool operator==(const LaneRequest&) const = default;
};

/// How the warps of one block came to its barriers: the requests of each before each passage.
struct BarrierTimeline {
    struct Passage {
        std::string file;
        int line = 0;
        std::vector<std::uint64_t> requests, threads;  // by warp

        bool operator==(const Passage&) const = default;
    };
    std::uint64_t block = 0;
    std::uint64_t passed = 0;  // of which the first are listed
    std::vector<Passage> passages;
    std::vector<std::uint64_t> after;

    bool operator==(const BarrierTimeline&) const = default;
};

/// The line of a launch that costs most beyond the least that its lanes need, of global or of
/// shared memory, with one request drawn in characters. Costs are sectors; of shared memory,
/// wavefronts.
struct WorstLine {
    std::string file;
    int line = 0;
    std::string space;  // "global", "shared"
    std::string op;     // as of ArrayTraffic
    std::string array;
    std::uint64_t cost = 0;
    std::uint64_t least = 0;
    std::vector<std::string> picture;
    std::optional<LaneRequest> request = std::nullopt;

    bool operator==(const WorstLine&) const = default;
};

struct Kernel {
    std::string name;
    Dim3 grid{};
    Dim3 block{};
    std::map<std::string, std::uint64_t> counters;  // by the names of simcc's report
    std::vector<ArrayTraffic> arrays;               // of global memory
    std::vector<LineTraffic> lines = {};
    std::vector<WorstLine> worst_lines = {};  // where the launch was seen from close up, and
    std::optional<BarrierTimeline> barriers = std::nullopt;
    std::uint64_t shared_bytes = 0;  // a block

    bool operator==(const Kernel&) const = default;
};

}  // namespace grader::score
