// Names for memory that a kernel knows by a struct only: `task.x`, where the parameter `task` is a
// struct whose member `x` points there. The struct's layout is read from the student's text.
#pragma once

#include <string>

#include "simulator/report/settled.hpp"
#include "simulator/report/source_tokens.hpp"

namespace cusim::report {

// The pointer that lies so many bytes behind the beginning of the struct `type`; empty where the
// text does not tell.
std::string pointer_member(const SourceTokens& tokens, const std::string& type, std::size_t offset);

// Where the finding's memory has no name, and one pointer in one parameter leads there: names it.
void name_by_member(Settled& settled);

}  // namespace cusim::report
