// What slips of the pen look like: a rule for each kind, over the tokens of a function.
#pragma once

#include <cstddef>
#include <optional>
#include <string>

#include "source/source.hpp"

namespace grader::suite {

/// The slip that begins at the token `at` of the function, as a clause.
std::optional<std::string> slip_at(const source::Source& source, const source::Function& function,
                                   std::size_t at);

}  // namespace grader::suite
