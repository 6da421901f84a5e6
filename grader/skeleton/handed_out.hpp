// Tells a report how a lab's files were handed out.
#pragma once

#include "lab/kit.hpp"
#include "report/sources.hpp"

namespace grader::skeleton {

/// Adds the lab's files as students first get them. Without them a report only does not know what
/// nobody has begun, so a kit that lacks them is no error.
void add_handed_out(report::Sources& sources, const lab::Kit& kit, const lab::Lab& lab);

}  // namespace grader::skeleton
