// `grade watch`: grades a lab again whenever a file is saved, and shows what changed.
#pragma once

#include <functional>
#include <iosfwd>

#include "cli/grading.hpp"

namespace grader::cli {

/// Watches the labs named in the options, or all. Saving a handed-in file grades its lab only. A
/// first line is printed at once, the marks when they are ready. `goes_on` is called ten times a
/// second; watching ends when it returns false.
ExitStatus watch(const lab::Kit& kit, GradingOptions options, std::ostream& out,
                 const std::function<bool()>& goes_on);

}  // namespace grader::cli
