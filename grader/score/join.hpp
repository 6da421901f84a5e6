// Joins the results of rungs to one result for the lab. The result does not depend on how the rungs
// were run, or on the order in which they ended.
#pragma once

#include "score/result.hpp"

namespace grader::score {

/// Adds the cases of another rung of the same lab: in each part, after those that are there.
void join(LabResult& lab, LabResult rung);

}  // namespace grader::score
