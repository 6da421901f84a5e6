// One lab from submission folder to result: builds its programs, then has its rungs judged.
#pragma once

#include "build/build.hpp"
#include "lab/kit.hpp"
#include "score/result.hpp"
#include "suite/request.hpp"

namespace grader::cli {

/// `request` has no programs yet. Whatever the submission does becomes part of the result; trouble
/// of the grader's own is thrown. Up to `at_once` rungs are judged side by side.
score::LabResult grade_or_throw(const lab::Kit& kit, suite::Request request, build::Backend backend,
                                unsigned at_once = 1);

/// The same, with trouble of the grader's own as a result that is not gradable.
score::LabResult grade_lab(const lab::Kit& kit, suite::Request request, build::Backend backend,
                           unsigned at_once = 1);

}  // namespace grader::cli
