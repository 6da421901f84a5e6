// One lab's result out of the results of its rungs. Promises the same whatever made them, and in
// whatever order they came to their ends.
#pragma once

#include "score/result.hpp"

namespace grader::score {

/// Adds another rung's cases to those of the same lab: part by part, behind what is there.
void join(LabResult& lab, LabResult rung);

}  // namespace grader::score
