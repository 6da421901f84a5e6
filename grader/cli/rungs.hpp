// Grades a lab rung by rung, each in a process of its own. What a submission does in one rung
// cannot affect another: no memory it leaves behind, and no crash, of the program or of the grader.
// Rungs can therefore be graded in parallel.
#pragma once

#include "score/result.hpp"
#include "suite/grade.hpp"
#include "suite/request.hpp"

namespace grader::cli {

/// The hidden command that calls serve_rung().
inline constexpr const char* rung_command = "grade-rung";

/// The result does not depend on `at_once`, the number of rungs graded in parallel. With
/// `request.until_first_failure`, rungs after one that lost points are left out. On a device, a
/// rung that compares times has the device to itself (Request::device_lock); `when_built` may be
/// called by several threads. Throws what that throws, and SuperviseError if the grading process
/// itself fails.
score::LabResult grade_rungs(const suite::Request& request, unsigned at_once,
                             const suite::DeviceProgramsWhenBuilt& when_built = {});

/// Called in that process: reads the request from standard input, and writes the result to
/// result_descriptor. If the request is `on_device`, the next line names the programs, or says that
/// there are none.
void serve_rung();

}  // namespace grader::cli
