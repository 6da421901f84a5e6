// A launch from close up as JSON: what the report's `kernels` have beside their counters where
// closeups are wanted.
#pragma once

#include <nlohmann/json.hpp>

#include "simulator/report/launch_record.hpp"

namespace cusim::report {

// An object with `worst_lines` and `barrier_timeline`; empty for a launch not seen from close up.
nlohmann::json closeup_json(const LaunchRecord& launch);

}  // namespace cusim::report
