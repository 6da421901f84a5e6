// Whether code in a function's text is executed when the function runs, as far as the spelling
// shows.
#pragma once

#include "simulator/simcc/translator/functions.hpp"

namespace cusim::simcc {

/// The bracket that opens around `i`, not before `begin`; otherwise `none`.
std::size_t opener(const Context& context, std::size_t i, std::size_t begin);

/// False for an operand that is not evaluated, and for separate code such as a lambda's.
bool is_evaluated(const Context& context, std::size_t i, const Function& caller);

/// A constant before ?, && or || may exclude it; nvcc then ignores it on the device.
bool may_be_left_out(const Context& context, std::size_t i);

/// Uses if constexpr or a requirement.
bool chooses_at_compile_time(const Context& context, const Function& function);

}  // namespace cusim::simcc
