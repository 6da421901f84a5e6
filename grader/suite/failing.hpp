// Makes CUDA calls fail, one after the other, to test whether a function checks for errors. For all
// labs that require it, on the simulator only; on a device, cases that use it pass. The sizes
// should be drawn (draw_size), since otherwise a submission could check errors only at the known
// size. The function is called once for each of its CUDA calls and launches, which then fails. A
// function that makes none fails the case, and so does one that makes more than 200, or has a wrong
// answer when nothing fails.
#pragma once

#include "suite/suite.hpp"

namespace grader::suite {

/// Fails the case unless the function ends by an exception after each failure of a call or launch,
/// before it makes another call.
void expect_failures_reported(const CheckedCall& checked);

/// Fails the case if the function, after such a failure, leaves device memory allocated that it has
/// allocated, or frees other memory, too.
void expect_nothing_kept_after_failures(const CheckedCall& checked);

/// Both checks with the same calls.
void expect_failures_handled(const CheckedCall& checked);

}  // namespace grader::suite
