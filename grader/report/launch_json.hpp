// What a launch did line by line, in one request and at its barriers, as JSON: keys as in simcc's
// report, there only where there is something to tell.
#pragma once

#include <nlohmann/json.hpp>

#include "score/record.hpp"

namespace grader::report {

void add_details(nlohmann::ordered_json& json, const score::Kernel& kernel);
/// Throws nlohmann::json::exception on what add_details() does not write.
void get_details(const nlohmann::ordered_json& json, score::Kernel& kernel);

}  // namespace grader::report
