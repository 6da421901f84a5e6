// The input of the time model, taken from a launch in the JSON report.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>
#include <string_view>

#include "simulator/device/time_model.hpp"

namespace cusim::device {

// Returns nullopt if the launch was not counted. Throws nlohmann::json::exception if `kernel` is no
// launch.
std::optional<LaunchWork> work_of(const nlohmann::json& kernel);
std::optional<LaunchWork> work_of_text(std::string_view kernel);

// The estimates for a JSON array of launches, as a JSON array. Throws like work_of(), and
// std::bad_optional_access if one was not counted.
std::string estimates_of(std::string_view kernels, const Profile& profile);

}  // namespace cusim::device
