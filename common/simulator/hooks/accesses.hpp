// Functions that several files of hooks share. The hooks themselves have no header, since the
// compiler knows their names.
#pragma once

#include "simulator/race/check.hpp"

namespace cusim::hooks {

// An access to bytes of any alignment, in device or host code.
void plain_range(const void* p, std::size_t size, trace::Op op, const void* pc);
// As race::volatile_access. If the thread polls, other threads run first.
void volatile_access(const void* p, std::uint32_t size, trace::Op op, const void* pc);

}  // namespace cusim::hooks
