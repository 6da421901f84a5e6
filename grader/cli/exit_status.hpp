// The exit statuses of `grade`, which scripts depend on.
#pragma once

namespace grader::cli {

enum ExitStatus : int {
    full_marks = 0,
    below_full_marks = 1,
    could_not_grade = 2,  // usage, build of the kit, missing tool, a submission not gradable
};

}  // namespace grader::cli
