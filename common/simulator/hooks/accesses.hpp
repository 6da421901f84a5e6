// Entry points that several of the hook files share. The hooks themselves have no header: compilers
// know their names.
#pragma once

#include "simulator/race/check.hpp"

namespace cusim::hooks {

// Bytes without alignment, in device or host code.
void plain_range(const void* p, std::size_t size, trace::Op op, const void* pc);
// As race::volatile_access. A thread that polls lets others run first.
void volatile_access(const void* p, std::uint32_t size, trace::Op op, const void* pc);

}  // namespace cusim::hooks
