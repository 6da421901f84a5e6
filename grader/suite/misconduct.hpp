// Why an answer is rejected whatever its values are: the function ended with an exception, changed
// an input, left the work to the host, and the like.
#pragma once

#include <string>

#include "suite/answer.hpp"
#include "suite/call.hpp"

namespace grader::suite {

/// A sentence for the student; empty if the values decide.
std::string misconduct(const Call& call, const Answer& answer);

/// Whether the function launched more kernels than the program waits for.
bool launches_too_often(const Answer& answer);

}  // namespace grader::suite
