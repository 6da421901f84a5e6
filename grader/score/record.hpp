// What a graded program reports about one call: findings and kernel launches, as plain data in the
// form of simcc's JSON report. These come from the student's process: they are evidence, not
// verdicts, and are checked when they are read.
#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace grader::score {

using Dim3 = std::array<std::uint32_t, 3>;  // x, y, z

/// The number of blocks in a grid, or of threads in a block.
inline std::int64_t volume(const Dim3& extent) {
    return std::int64_t{extent[0]} * extent[1] * extent[2];
}

/// The second side of a finding; for a race, the earlier access.
struct OtherParty {
    std::string file;
    int line = 0;
    bool host = false;  // the host program; block and thread are then meaningless
    Dim3 block{};
    Dim3 thread{};
    std::string op;  // "read", "write", "atomic"

    bool operator==(const OtherParty&) const = default;
};

/// An order of a race's accesses that leaves a different value, step by step. `order` makes a
/// program run in that order.
struct Witness {
    struct Step {
        OtherParty who;
        std::string before, after;  // the value of the element; equal for a read
        std::string usual = {};     // the value that a read usually gets, if it differs

        bool operator==(const Step&) const = default;
    };
    std::string order;
    std::string met_at;  // "Q[2]"
    std::vector<Step> steps;
    std::string lost;                    // a value that was stored and lost; or empty
    std::string outcome, usual, here;    // an element of the result in both orders
    std::vector<std::string> text = {};  // the same as lines for a terminal
    std::string command = {};            // runs the program in that order

    bool operator==(const Witness&) const = default;
};

/// Only errors cost points.
enum class Severity { error, warning, note };

inline constexpr Severity severities[] = {Severity::error, Severity::warning, Severity::note};

constexpr std::string_view name_of(Severity severity) {
    switch (severity) {
        case Severity::error:
            return "error";
        case Severity::warning:
            return "warning";
        case Severity::note:
            return "note";
    }
    return "";
}

constexpr std::optional<Severity> severity_named(std::string_view name) {
    for (const Severity severity : severities)
        if (name_of(severity) == name) return severity;
    return std::nullopt;
}

struct Finding {
    std::string kind;  // "race", "out_of_bounds", …: docs/simulator.md
    Severity severity = Severity::error;
    std::string file;
    int line = 0;
    bool host = false;
    Dim3 block{};
    Dim3 thread{};
    std::string message;  // one sentence with the cause and the usual remedy
    std::uint64_t count = 1;
    std::optional<OtherParty> other;
    std::optional<Witness> witness = std::nullopt;
    std::string cause = {};  // equal in findings of several lines that are one; usually empty
    bool hidden = false;     // only cases that the instructor alone has found it

    bool operator==(const Finding&) const = default;
};

/// A launch's requests to one array. `bytes`: the size of its allocation.
struct ArrayTraffic {
    std::string name;
    std::uint64_t bytes = 0;
    std::string op;  // "load", "store", "red", "atom"
    std::uint64_t requests = 0;
    std::uint64_t sectors = 0;

    bool operator==(const ArrayTraffic&) const = default;
};

/// What a request of this space of memory is counted in.
constexpr const char* unit_of(std::string_view space) {
    return space == "shared" ? "wavefronts" : space == "constant" ? "addresses" : "sectors";
}

/// A launch's requests in one line of the source.
struct LineTraffic {
    std::string file;
    int line = 0;
    std::string space;  // "global", "shared", "constant"
    std::string op;     // as in ArrayTraffic
    std::uint64_t requests = 0;
    std::uint64_t cost = 0;  // in unit_of(space)
    std::uint64_t active_lanes = 0;

    bool operator==(const LineTraffic&) const = default;
};

/// One request of a warp, lane by lane.
struct LaneRequest {
    std::uint64_t bytes = 0;               // per lane
    std::uint64_t start = 0;               // of the first sector or word, in its array
    std::vector<std::int64_t> offsets;     // 32 offsets from the array's start; -1: not active
    std::vector<std::vector<int>> served;  // for shared memory: the lanes of each wavefront

    bool operator==(const LaneRequest&) const = default;
};

/// How the warps of one block arrived at its barriers: the requests of each warp before each
/// barrier.
struct BarrierTimeline {
    struct Passage {
        std::string file;
        int line = 0;
        std::vector<std::uint64_t> requests, threads;  // by warp

        bool operator==(const Passage&) const = default;
    };
    std::uint64_t block = 0;
    std::uint64_t passed = 0;  // in total; the first ones are listed
    std::vector<Passage> passages;
    std::vector<std::uint64_t> after;

    bool operator==(const BarrierTimeline&) const = default;
};

/// The most expensive line of a launch relative to the least that its lanes need, in global or in
/// shared memory, with one request drawn in characters. Costs are sectors; for shared memory,
/// wavefronts.
struct WorstLine {
    std::string file;
    int line = 0;
    std::string space;  // "global", "shared"
    std::string op;     // as in ArrayTraffic
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
    std::map<std::string, std::uint64_t> counters;  // under the names in simcc's report
    std::vector<ArrayTraffic> arrays;               // in global memory
    std::vector<LineTraffic> lines = {};
    std::vector<WorstLine> worst_lines = {};  // with a close-up of the launch only
    std::optional<BarrierTimeline> barriers = std::nullopt;
    std::uint64_t shared_bytes = 0;  // per block
    bool hidden = false;             // of a case that only the instructor has

    /// 0 if it was not counted.
    std::uint64_t counter(const std::string& counter) const {
        const auto found = counters.find(counter);
        return found == counters.end() ? 0 : found->second;
    }
    bool operator==(const Kernel&) const = default;
};

}  // namespace grader::score
