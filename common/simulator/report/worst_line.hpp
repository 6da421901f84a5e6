// Finds the most expensive line in a launch's close-up.
#pragma once

#include <string>
#include <vector>

#include "simulator/report/findings/launch_record.hpp"
#include "simulator/report/findings/resolve.hpp"

namespace cusim::report {

// What one line does to one variable, over all requests of the launch.
struct WorstLine {
    Place place;
    MemorySpace space = MemorySpace::global;
    Operation operation = Operation::load;
    std::string variable;
    std::uint64_t requests = 0;
    std::uint64_t cost = 0, least = 0;  // sectors; for shared memory, wavefronts
    RequestExample example = {};

    std::uint64_t beyond() const { return cost - least; }
};

// The worst line of global memory, then that of shared memory, if the launch used them: the line
// whose requests together cost most beyond the least that their lanes need. If all cost the least,
// the most expensive line. Empty for a launch without a close-up.
std::vector<WorstLine> worst_lines(const LaunchRecord& launch);

}  // namespace cusim::report
