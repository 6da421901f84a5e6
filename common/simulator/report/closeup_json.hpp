// A launch's close-up as JSON: what the report's `kernels` contain beside their counters with
// SIM_EXPLAIN.
#pragma once

#include <nlohmann/json.hpp>

#include "simulator/report/findings/launch_record.hpp"

namespace cusim::report {

// An object with `worst_lines` and `barrier_timeline`; empty for a launch without a close-up.
nlohmann::json closeup_json(const LaunchRecord& launch);

}  // namespace cusim::report
