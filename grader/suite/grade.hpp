// Marks one built submission of one lab, or of one rung of it: runs the lab's suite against its
// program and adds up. Promises a result whatever the submission does; throws SessionError only
// where the grader's own means fail. Building the program and printing the result are others' work.
#pragma once

#include "score/result.hpp"
#include "suite/request.hpp"

namespace grader::suite {

score::LabResult grade(const Request& request);

}  // namespace grader::suite
