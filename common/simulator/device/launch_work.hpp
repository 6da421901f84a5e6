// The work of a launch, as the model of time wants it, out of a launch of the JSON report.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>
#include <string_view>

#include "simulator/device/time_model.hpp"

namespace cusim::device {

// None where the launch was not counted. Throws nlohmann::json::exception where it is no launch.
std::optional<LaunchWork> work_of(const nlohmann::json& kernel);
std::optional<LaunchWork> work_of_text(std::string_view kernel);

// The estimates for launches out of the JSON report, from array to array. Throws as work_of() does,
// and std::bad_optional_access where one was not counted.
std::string estimates_of(std::string_view kernels, const Profile& profile);

}  // namespace cusim::device
