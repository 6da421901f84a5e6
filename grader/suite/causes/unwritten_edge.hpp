// Explains an output by which of its elements are unwritten, wrong or 0: the grid was too small, or
// only some of the threads add.
#pragma once

#include <string>

#include "runner/problem.hpp"
#include "suite/calls/answer.hpp"

namespace grader::suite {

/// If nothing is written to the last rows or columns of a matrix, or the last elements of an array
/// with one dimension: these, and the grid that was launched. The same if only every few elements
/// of one dimension are written or right, or if all are 0 from one on. A line that begins with a
/// newline, or empty.
std::string unwritten_edge(const runner::Judged& output, const Answer& answer);

/// Such as "; k has (1, 2, 1) blocks of (32, 8, 1) threads", of the last launch; empty if there is
/// none.
std::string last_launch(const Answer& answer);

/// A line for a wrong output of nothing but 0, where several kernels were launched: one of them may
/// set back what another one has added. Empty otherwise.
std::string kernels_that_leave_zeros(const runner::Judged& output, const Answer& answer);

}  // namespace grader::suite
