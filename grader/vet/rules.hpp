// What the text of a submission may use, as tables. source.hpp finds the uses, and linkage.hpp says
// what a submission's object may call.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace grader::vet {

/// #define, #if, …; not #line, #include_next and others that change where text comes from.
bool is_allowed_directive(std::string_view name);
/// What may follow #pragma.
bool is_allowed_pragma(std::string_view name);
/// Between [[ and ]].
bool is_allowed_attribute(std::string_view name);
/// In __attribute__((…)): attributes of layout and inlining, which do not affect how accesses are
/// made.
bool is_allowed_gnu_attribute(std::string_view name);
/// Headers of the standard library and of CUDA; `name` is without brackets.
bool is_allowed_header(std::string_view name);
/// All of these, in order; "cuda/std/*" stands for a folder.
std::vector<std::string_view> allowed_headers();
/// What to use instead of a header that is not allowed: "; …", or "" if there is no advice.
std::string instead_of_header(std::string_view name);
/// Whether the identifier is reserved for the implementation: "__x", "_X".
bool is_reserved(std::string_view identifier);
/// A reserved name that could make the compiler do something that the simulator does not see, or
/// that belongs to the simulator. Other reserved names are the student's own, as long as nothing
/// outside the submission has that name (symbols.hpp checks).
bool is_refused(std::string_view reserved);
/// A reserved name that headers' macros put into a student's lines: assert, NAN, errno, …
bool comes_from_macros(std::string_view reserved);

}  // namespace grader::vet
