// `grade watch`: grades a lab again at every save, and says what that changed.
#pragma once

#include <functional>
#include <iosfwd>

#include "cli/grading.hpp"

namespace grader::cli {

/// Watches the labs named in the options, or all; a save of a file that is handed in grades its lab
/// alone. A first line comes at once, the marks when they are there. Ends when `goes_on` says so,
/// which is asked ten times a second.
ExitStatus watch(const lab::Kit& kit, GradingOptions options, std::ostream& out,
                 const std::function<bool()>& goes_on);

}  // namespace grader::cli
