// What a lab's program draws, for the page of a grading.
#pragma once

#include <string>
#include <vector>

#include "lab/kit.hpp"

namespace grader::cli {

/// The PNG files that a run of the submission leaves, as bytes: the run that lab.toml names under
/// `picture`, on the simulator. None where the lab names none or the run does not end well.
std::vector<std::string> pictures_of(const lab::Kit& kit, const lab::Lab& lab,
                                     const std::string& from, bool no_sandbox);

}  // namespace grader::cli
