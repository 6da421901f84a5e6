// A lab judged rung by rung, each in a process of its own, since what a submission does in one rung
// must not touch another: no memory it left behind, no crash, neither of its own nor of the
// grader's. So rungs may be judged side by side.
#pragma once

#include "score/result.hpp"
#include "suite/request.hpp"

namespace grader::cli {

/// The hidden command of this program that calls serve_rung().
inline constexpr const char* rung_command = "grade-rung";

/// The result does not depend on how many rungs are judged `at_once`. Where
/// `request.until_first_failure`, rungs behind one that lost points are left out of it. With a
/// device the lab is judged in one piece, since its times want the machine for themselves. Throws
/// SuperviseError where judging a rung itself fails.
score::LabResult grade_rungs(const suite::Request& request, unsigned at_once);

/// In that process: the request from standard input, the result to result_descriptor.
void serve_rung();

}  // namespace grader::cli
