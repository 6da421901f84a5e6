// Why an answer is rejected whatever its values are: the function ended with an exception, changed
// an input, left the work to the host, and the like.
#pragma once

#include <string>

#include "suite/calls/answer.hpp"
#include "suite/calls/call.hpp"

namespace grader::suite {

/// A sentence for the student; empty if the values decide.
std::string misconduct(const Call& call, const Answer& answer);

/// For an output to which kernels only add, where that is wrong: whether no kernel has written some
/// of it, as a line that begins with a newline; otherwise empty.
std::string not_by_a_kernel(const Call& call, const Answer& answer);

/// What a function that frees memory of others is told.
extern const char* const frees_only_its_own;

/// Whether the function launched more kernels than the program waits for.
bool launches_too_often(const Answer& answer);

}  // namespace grader::suite
