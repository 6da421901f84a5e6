// What the text of a submission may use, as tables. Promises one place to read and to change them;
// leaves finding the uses to source.hpp, and what a submission's object may call to linkage.hpp.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace grader::vet {

/// #define, #if, … ; not #line, #include_next and what else bends where text comes from.
bool is_allowed_directive(std::string_view name);
/// What may follow #pragma.
bool is_allowed_pragma(std::string_view name);
/// Between [[ and ]].
bool is_allowed_attribute(std::string_view name);
/// In __attribute__((…)): says how something lies, or is meant to be inlined, nothing of its
/// accesses.
bool is_allowed_gnu_attribute(std::string_view name);
/// Of the standard library and CUDA; `name` without brackets.
bool is_allowed_header(std::string_view name);
/// All of these, in order; "cuda/std/*" stands for a folder.
std::vector<std::string_view> allowed_headers();
/// What to do without a header that is not allowed: "; …", or "" where there is no advice.
std::string instead_of_header(std::string_view name);
/// Begins as only the implementation's names may: "__x", "_X".
bool is_reserved(std::string_view identifier);
/// A reserved name by which the compiler can be told to do what the simulator would not see, or
/// that speaks in the simulator's name. Others may name what they like: as long as nothing outside
/// the submission goes by such a name (symbols.hpp looks), it is the student's own.
bool is_refused(std::string_view reserved);
/// A reserved name that headers' macros put into a student's lines: assert, NAN, errno, …
bool comes_from_macros(std::string_view reserved);

}  // namespace grader::vet
