// Calls of CUDA that are made to fail, one after the other, to see whether a function notices: what
// every lab's suite asks that wants its errors checked. On the simulator only; cases that use it
// pass on a device, where `backend()` says so. Its sizes are to be drawn (draw_size), since what is
// checked in calls of one known size only is not checked. The call is made once for each call of
// CUDA and each launch of the function's own, which then fails; a function that makes none fails
// the case, and so does one that has a wrong answer once nothing fails any more.
#pragma once

#include "suite/suite.hpp"

namespace grader::suite {

/// Fails the case unless the function ends by an exception wherever a call or a launch fails,
/// before it makes another one.
void expect_failures_reported(const CheckedCall& checked);

/// Fails the case where the function ends, after such a failure, with device memory still allocated
/// that it allocated itself.
void expect_nothing_kept_after_failures(const CheckedCall& checked);

/// Both, for the price of one.
void expect_failures_handled(const CheckedCall& checked);

}  // namespace grader::suite
