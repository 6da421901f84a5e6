// The report as JSON, for programs: the format of `SIM_REPORT` and of the runner's records.
#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "simulator/report/findings/launch_record.hpp"
#include "simulator/report/findings/settled.hpp"

namespace cusim::report {

// The first `listed` of the launches `kept`, or all of them. Of the others, and of later launches
// that were not kept, only the number is reported.
struct LaunchList {
    const std::deque<LaunchRecord>& kept;
    std::size_t listed;
    std::uint64_t not_kept;
};

nlohmann::json to_json(const std::string& device, const LaunchList& launches,
                       const std::vector<Settled>& findings);

}  // namespace cusim::report
