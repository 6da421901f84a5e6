// What a submission may use, as tables. Promises one place to read and to change them; leaves
// finding the uses to source.hpp and symbols.hpp.
#pragma once

#include <string_view>

namespace grader::vet {

/// #define, #if, … ; not #line, #include_next and what else bends where text comes from.
bool is_allowed_directive(std::string_view name);
/// What may follow #pragma.
bool is_allowed_pragma(std::string_view name);
/// Between [[ and ]].
bool is_allowed_attribute(std::string_view name);
/// Of the standard library and CUDA; `name` without brackets.
bool is_allowed_header(std::string_view name);
/// Begins as only the implementation's names may: "__x", "_X".
bool is_reserved(std::string_view identifier);
/// A reserved name that CUDA or the language gives to its users.
bool is_public(std::string_view reserved);
/// The public name that `name` may be a slip of the pen for; empty where none is near.
std::string_view nearest_public(std::string_view name);
/// What a student's object may call: mathematics, memory, printing, the C++ library, CUDA.
bool is_allowed_symbol(std::string_view symbol);
/// Of the symbols the simulator defines, those that are there for translated programs.
bool is_simulator_interface(std::string_view symbol);

}  // namespace grader::vet
