// Which line of a launch is the worst, of those seen from close up.
#pragma once

#include <string>
#include <vector>

#include "simulator/report/launch_record.hpp"
#include "simulator/report/resolve.hpp"

namespace cusim::report {

// What one line does to one variable, over all requests of the launch.
struct WorstLine {
    Place place;
    MemorySpace space = MemorySpace::global;
    Operation operation = Operation::load;
    std::string variable;
    std::uint64_t requests = 0;
    std::uint64_t cost = 0, least = 0;  // sectors; of shared memory, wavefronts
    RequestExample example = {};

    std::uint64_t beyond() const { return cost - least; }
};

// That of global memory, then that of shared memory, where the launch used them: the line whose
// requests together cost most beyond the least that their lanes need. Where all cost the least, the
// one that costs most. Nothing for a launch that was not seen from close up.
std::vector<WorstLine> worst_lines(const LaunchRecord& launch);

}  // namespace cusim::report
