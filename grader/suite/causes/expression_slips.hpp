// Slips within an expression: an operator that does something else than it seems to.
#pragma once

#include <cstddef>
#include <optional>
#include <string>

#include "source/source.hpp"

namespace grader::suite {

/// The slip that begins at the token `at` of the function, as a clause.
std::optional<std::string> expression_slip_at(const source::Source& source,
                                              const source::Function& function, std::size_t at);

}  // namespace grader::suite
