// `grade new-lab`: a lab's folders to start from. Promises a lab that is whole from the first
// minute (skeleton, solution, suite, submissions, chapter) and keeps every rule of the course; what
// it teaches, y += a x, is there to be replaced.
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
/// names, from the kit's folder. Throws CourseError, and writes nothing, where the name is none,
/// the number is taken, or a file of that name is there.
std::vector<std::string> new_lab(const lab::Kit& kit, const std::string& slug);

}  // namespace grader::authoring
