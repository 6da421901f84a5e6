// The student's source on the page: findings and counts at the lines that they are about.
#pragma once

#include <string>

#include "report/sources.hpp"
#include "score/result.hpp"

namespace grader::report {

/// Every file with something to tell, with a few lines round each such line.
std::string annotated_sources(const score::LabResult& lab, const Sources& sources);

}  // namespace grader::report
