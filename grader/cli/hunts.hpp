// The hunts of a lab whose mistake a student has still to find. What would repair it is not told in
// a finding until the lines are no longer as they were handed out, or the student asks for the
// hint.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "lab/kit.hpp"

namespace grader::cli {

/// Of lab::Lab::hunts, those that `submission` leaves as they were and whose hint has not been
/// shown.
std::vector<std::string> open_hunts(const lab::Kit& kit, const lab::Lab& lab,
                                    const std::filesystem::path& submission);

}  // namespace grader::cli
