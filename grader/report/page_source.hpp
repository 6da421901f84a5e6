// The student's source on the page, with findings and counts at their lines.
#pragma once

#include <string>

#include "report/sources.hpp"
#include "score/result.hpp"

namespace grader::report {

/// Every file for which there is something to show, with a few lines around each such line.
std::string annotated_sources(const score::LabResult& lab, const Sources& sources);

}  // namespace grader::report
