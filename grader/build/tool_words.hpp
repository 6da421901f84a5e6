// What compilers and linkers print when they fail, read for two questions: which line shows the
// error, and whether the submission is to blame. A machine's trouble must never become a mark.
#pragma once

#include <string>
#include <string_view>

namespace grader::build {

/// The first line that reports an error; if there is none, the first line.
std::string first_error(std::string_view words);

/// Whether somebody killed a tool that the compiler or the linker had started.
bool tells_of_a_killed_tool(std::string_view words);

/// Whether compiling failed for a reason that no source text decides: a full disk, or a tool that
/// is missing or does not know an option of the kit's.
bool tells_of_a_broken_compiler(std::string_view words);

/// Whether linking failed for what the submission's object defines or uses. The kit chooses
/// everything else: the libraries, and where the program is written.
bool tells_of_a_bad_object(std::string_view words);

}  // namespace grader::build
