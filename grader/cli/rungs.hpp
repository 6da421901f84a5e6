// A lab judged rung by rung, each in a process of its own, since what a submission does in one rung
// must not touch another: no memory it left behind, no crash. So rungs may be judged side by side.
#pragma once

#include "score/result.hpp"
#include "suite/grade.hpp"

namespace grader::cli {

/// The result does not depend on how many rungs are judged `at_once`. Where
/// `request.until_first_failure`, rungs behind one that lost points are left out of it. With a device
/// the lab is judged in one piece, since its times want the machine for themselves. The process must
/// have no other threads. Throws SuperviseError where judging a rung itself fails.
score::LabResult grade_rungs(const suite::Request& request, unsigned at_once);

}  // namespace grader::cli
