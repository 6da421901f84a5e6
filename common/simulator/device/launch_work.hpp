// The work of a launch, as the model of time wants it, out of a launch of the JSON report.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string_view>

#include "simulator/device/time_model.hpp"

namespace cusim::device {

// None where the launch was not counted. Throws nlohmann::json::exception where it is no launch.
std::optional<LaunchWork> work_of(const nlohmann::json& kernel);
std::optional<LaunchWork> work_of_text(std::string_view kernel);

}  // namespace cusim::device
