// Grades one lab, from submission folder to result: builds its programs, then grades its rungs.
#pragma once

#include "build/build.hpp"
#include "lab/kit.hpp"
#include "score/result.hpp"
#include "suite/request.hpp"

namespace grader::cli {

/// `request` has no programs yet. Whatever the submission does becomes a part of the result;
/// failures of the grader itself are thrown. Up to `at_once` rungs are graded in parallel.
score::LabResult grade_or_throw(const lab::Kit& kit, suite::Request request, build::Backend backend,
                                unsigned at_once = 1);

/// The same, but a failure of the grader itself becomes a result that is not gradable.
score::LabResult grade_lab(const lab::Kit& kit, suite::Request request, build::Backend backend,
                           unsigned at_once = 1);

}  // namespace grader::cli
