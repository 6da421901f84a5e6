// Checks calls that are described by a problem (runner/problem.hpp). Whatever a lab's functions
// compute, its suite can make a problem and have it checked.
//
//     GRADED(correct, "rung 1: saxpy: integers, every length", 10) {
//         for (const int n : {1, 2, 255, 256, 257}) check(saxpy_problem(n, draw_seed()));
//     }
//
// A failure message names the problem, says how many elements are wrong and in which thread orders
// they are right, shows the first wrong element with its neighbours and the findings, and ends with
// the command that makes the call again.
#pragma once

#include <functional>
#include <string>

#include "runner/problem.hpp"
#include "suite/suite.hpp"

namespace grader::suite {

using runner::Problem;

Call make_call(const Problem& problem);

/// Makes the call (run). Fails the case unless every output is right.
void check(const Problem& problem);

/// The same for a call that `judge` checks; it throws CaseFailed. `words`: a description of the
/// call. The case continues with larger calls, one of which may explain the failure better:
/// Run::defer.
void check(const Call& call, const std::string& words,
           const std::function<void(const Outcome&)>& judge);

/// For counts_of(), and for calls with failures.
CheckedCall checked(Problem problem);

/// Explains a wrong output, in lines that begin with a newline; empty if no explanation is known.
using Explain = std::function<std::string(const runner::Judged& wrong, const Answer& answer)>;

/// Fails the case unless all outputs of the problem are right in every answer.
void check_values(const Problem& problem, const Call& call, const Outcome& outcome,
                  const Explain& explain = {});

}  // namespace grader::suite
