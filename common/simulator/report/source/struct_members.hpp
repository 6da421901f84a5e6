// Names memory that a kernel reaches only through a struct: `task.x`, if the parameter `task` is a
// struct whose member `x` points there. The layout of the struct is read from the student's source.
#pragma once

#include <string>

#include "simulator/report/findings/settled.hpp"
#include "simulator/report/source/source_tokens.hpp"

namespace cusim::report {

// The name of the pointer at this offset in the struct `type`; empty if the source does not show
// it.
std::string pointer_member(const SourceTokens& tokens, const std::string& type, std::size_t offset);

// Sets the finding's variable if it has no name, and exactly one pointer in one parameter points
// there. Adds the names of those that point to where nothing is allocated to `astray`.
void name_by_member(Settled& settled);

}  // namespace cusim::report
