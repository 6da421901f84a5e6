// Calls of CUDA that are made to fail, one after the other, to see whether a function notices: what
// every lab's suite asks that wants its errors checked. On the simulator only; cases that use it
// pass on a device, where `backend()` says so.
#pragma once

#include <vector>

#include "suite/suite.hpp"

namespace grader::suite {

/// Makes the call once for each call of CUDA and each launch of the function's own: in answer i the
/// one with number i + 1 fails. Empty where the function makes none.
std::vector<Answer> with_each_call_failing(Call call);

/// Fails the case unless the function ends by an exception wherever a call or a launch fails,
/// before it makes another one, and makes any.
void expect_failures_reported(const Call& call);

}  // namespace grader::suite
