// Pictures drawn by a lab's program, for the page of a grading.
#pragma once

#include <string>
#include <vector>

#include "lab/kit.hpp"

namespace grader::cli {

/// The PNG files from a run of the submission on the simulator, with the arguments that lab.toml
/// gives under `picture`. Empty if it gives none, or if the run fails.
std::vector<std::string> pictures_of(const lab::Kit& kit, const lab::Lab& lab,
                                     const std::string& from, bool no_sandbox);

}  // namespace grader::cli
