// Checks of calls that are problems (runner/problem.hpp): whatever a lab's functions compute, its
// suite makes a problem and asks for it to be checked.
//
//     GRADED(correct, "rung 1: saxpy: integers, every length", 10) {
//         for (const int n : {1, 2, 255, 256, 257}) check(saxpy_problem(n, draw_seed()));
//     }
//
// A failure says which problem, how many elements are wrong, shows the first among its neighbours,
// in which thread orders it is right, what was found, and the command that makes the call again.
#pragma once

#include <functional>
#include <string>

#include "runner/problem.hpp"
#include "suite/suite.hpp"

namespace grader::suite {

using runner::Problem;

Call make_call(const Problem& problem);

/// Makes the call in its thread orders (run); fails the case unless every output is right.
void check(const Problem& problem);

/// The same for a call that `judge` fails (CaseFailed). `words` say which call it is. The case goes
/// on to larger calls, of which one may explain the failure better: Run::defer.
void check(const Call& call, const std::string& words,
           const std::function<void(const Outcome&)>& judge);

/// For counts_of() and the calls that are made to fail.
CheckedCall checked(Problem problem);

/// What a wrong output is, in lines that begin with a newline; empty where nothing is known.
using Explain = std::function<std::string(const runner::Judged& wrong, const Answer& answer)>;

/// Fails the case unless every answer has every output of the problem right.
void check_values(const Problem& problem, const Call& call, const Outcome& outcome,
                  const Explain& explain = {});

}  // namespace grader::suite
