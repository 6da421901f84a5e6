// Whether what stands in a function's text is done at all when the function runs, as far as
// spelling tells.
#pragma once

#include "simulator/simcc/functions.hpp"

namespace cusim::simcc {

/// The bracket that opens around `i`, not before `begin`; else `none`.
std::size_t opener(const Context& context, std::size_t i, std::size_t begin);

/// Neither an operand that is not evaluated nor code of its own, such as a lambda's.
bool is_evaluated(const Context& context, std::size_t i, const Function& caller);

/// A constant before ?, && or || may leave it out: on the device nvcc does not look there then.
bool may_be_left_out(const Context& context, std::size_t i);

/// By if constexpr or a requirement.
bool chooses_at_compile_time(const Context& context, const Function& function);

}  // namespace cusim::simcc
