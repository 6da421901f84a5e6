// Grades a built submission of one lab, or of one rung of it: runs the lab's suite against its
// program and adds up the points. There is a result whatever the submission does; SessionError is
// thrown only if the grader itself fails. Building the program and printing the result are done
// elsewhere.
#pragma once

#include "score/result.hpp"
#include "suite/request.hpp"

namespace grader::suite {

score::LabResult grade(const Request& request);

}  // namespace grader::suite
