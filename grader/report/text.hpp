// Words the formats share, and text made harmless. Student code reaches reports through finding
// messages, kernel names, compiler output and source lines; none of it may move the cursor, change
// the title of a terminal, or break the file it is printed to.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "score/result.hpp"

namespace grader::report {

/// Valid UTF-8 without control characters: each offending byte becomes '?', but '\n' stays and a
/// tab becomes a space.
std::string printable(std::string_view text);

/// The same on one line, with %F6 for each such byte: different names stay different.
std::string printable_name(std::string_view name);

/// For element content and quoted attributes of HTML and XML; made `printable` first.
std::string escaped(std::string_view text);

/// "20", or "17.5" where there is half a point to show.
std::string points(double value);

/// The same for points out of `most`, of which less than all never look like all: 1.96 of 2 are
/// "1.9".
std::string points(double value, double most);

/// "(3,0,0)"
std::string coordinates(const score::Dim3& value);

/// The lines of `text`, without an empty one at the end.
std::vector<std::string> lines(std::string_view text);

/// Of a lab that is not gradable: the lines of its details that its reason does not end with.
std::vector<std::string> lines_beyond_reason(const score::LabResult& lab);

/// In characters, not bytes.
std::size_t width_of(std::string_view text);

/// Lines of at most `width` characters, broken at blanks; a longer word stays whole.
std::vector<std::string> wrapped(std::string_view text, std::size_t width);

/// Every part that occurs in the run, in the order of score::parts.
std::vector<score::Part> parts_of(const score::RunResult& run);

/// Null if the lab has no such part.
const score::PartResult* find_part(const score::LabResult& lab, score::Part part);

/// "passed", "failed", "not_run", as JSON and HTML classes have it.
std::string_view name_of(score::CaseStatus status);

/// "reduce<float><<<(3,1,1), (256,1,1)>>>"
std::string shape(const score::Kernel& kernel);

/// Whether a counter is there for the model of time alone, and too much for a screen.
bool is_for_the_model(std::string_view counter);

/// What the marks rest on: "sim, profile h100, order forward, seed 7", and the lack of a sandbox.
std::string conditions(const score::RunResult& run);

}  // namespace grader::report
