// The report as JSON, for programs: the format of `SIM_REPORT` and of the runner's records.
#pragma once

#include <cstdint>
#include <deque>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "simulator/report/launch_record.hpp"
#include "simulator/report/settle.hpp"

namespace cusim::report {

// `unlisted`: launches that came after these.
nlohmann::json to_json(const std::string& device, const std::deque<LaunchRecord>& launches,
                       std::uint64_t unlisted, const std::vector<Settled>& findings);

}  // namespace cusim::report
