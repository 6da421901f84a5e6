// Explains an output whose last elements nobody has written: the grid was too small.
#pragma once

#include <string>

#include "runner/problem.hpp"
#include "suite/answer.hpp"

namespace grader::suite {

/// If nothing is written to the last rows or columns of a matrix, or the last elements of an array
/// with one dimension: these, and the grid that was launched. A line that begins with a newline, or
/// empty.
std::string unwritten_edge(const runner::Judged& output, const Answer& answer);

}  // namespace grader::suite
