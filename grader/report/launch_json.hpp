// The details of a launch as JSON: by line, by request and by barrier. Keys are as in simcc's
// report, and only present if they have a content.
#pragma once

#include <nlohmann/json.hpp>

#include "score/record.hpp"

namespace grader::report {

void add_details(nlohmann::ordered_json& json, const score::Kernel& kernel);
/// Throws nlohmann::json::exception for anything that add_details() does not write.
void get_details(const nlohmann::ordered_json& json, score::Kernel& kernel);

}  // namespace grader::report
