// `grade new-lab`: creates the folders of a new lab. The lab is complete from the start (skeleton,
// solution, suite, submissions, chapter) and keeps every rule of the course. Its example task, y +=
// a x, is meant to be replaced.
#pragma once

#include <filesystem>
#include <stdexcept>
#include <string>
#include <vector>

#include "lab/kit.hpp"

namespace grader::authoring {

/// What is wrong with a lab or its name, in one line.
struct CourseError : std::runtime_error {
    using std::runtime_error::runtime_error;
};

/// Writes the files of `slug` ("14-prefix-sum") and its row in the kit's meson.build. Returns their
/// names, relative to the kit's folder. If the name is invalid, the number is taken, or such a file
/// exists, throws CourseError and writes nothing.
std::vector<std::string> new_lab(const lab::Kit& kit, const std::string& slug);

}  // namespace grader::authoring
