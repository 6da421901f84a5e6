// What is kept of one launch: its shape, and the counts taken while it ran, for the `kernels` of
// the JSON report. A count that was not taken is absent, never zero.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "simulator/report/finding.hpp"

namespace cusim::report {

// A line's accesses of one kind. `op`: load, store, red, atom; `space`: global, shared, texture.
struct LineRecord {
    std::string file;
    int line = 0;
    std::string op, space;
    std::map<std::string, std::uint64_t> counters;  // requests, sectors, active_lanes
};

// The same by allocation.
struct ArrayRecord {
    std::string name;
    std::uint64_t bytes = 0;
    std::string op;
    std::map<std::string, std::uint64_t> counters;  // requests, sectors
};

struct LaunchRecord {
    std::string name;  // the kernel's, without template arguments
    Dim3 grid, block;
    std::uint64_t shared_bytes = 0;                      // static and dynamic, per block
    std::map<std::string, std::uint64_t> counters = {};  // "barriers", "warps", … as DESIGN names
    std::vector<LineRecord> lines = {};
    std::vector<ArrayRecord> arrays = {};
};

}  // namespace cusim::report
