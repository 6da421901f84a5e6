// The exit statuses of `grade`, on which scripts depend.
#pragma once

namespace grader::cli {

enum ExitStatus : int {
    full_marks = 0,
    below_full_marks = 1,
    could_not_grade = 2,  // usage, kit not built, missing tool, submission not gradable
};

}  // namespace grader::cli
