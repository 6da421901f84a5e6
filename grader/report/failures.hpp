// Which failed cases a student is shown, and in which order. As long as functions have not been
// begun, what is left to do is more use to him than that they write nothing, and what he has worked
// on comes before them.
#pragma once

#include <string>
#include <vector>

#include "report/sources.hpp"
#include "score/result.hpp"

namespace grader::report {

/// The TODOs of a graded lab that has not got full marks; see Sources::open_tasks.
std::vector<std::string> open_tasks(const score::LabResult& lab, const Sources& sources);

/// The failed cases of `lab`, those first whose own function fails. With tasks open, cases of
/// functions in which a TODO is left come behind the others: first what has been begun, of it last
/// what writes nothing, and then, rung by rung, what is as it was handed out. Before the first
/// points, functions with a TODO that write nothing are left out.
std::vector<const score::CaseResult*> failures_to_show(const score::LabResult& lab,
                                                       const Sources& sources);

}  // namespace grader::report
