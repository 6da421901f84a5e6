// The calls of lab 08, and the checks of what is refused.
#pragma once

#include <string>
#include <vector>

#include "suite/row_split.hpp"

namespace grid_groups {

using namespace grader::suite;
using matvec::Shape;
using matvec::Subject;
using Split = matvec::RowSplit;

Subject subject(const std::string& function, const Split& split);
CheckedCall integers_call(const std::string& function, const Split& split);

/// Threads that are resident on an H100: 2048 on each of 132 multiprocessors.
constexpr int resident_on_h100 = 132 * 2048;

/// The call throws CUDA's error, and has done nothing before.
void check_too_large();
/// The size of the grid must come from the device: on `mini` far fewer blocks fit.
void check_mini();
/// The blocks that are asked for do the work.
void check_given_grids(const std::vector<Split>& splits);
void check_refusals(const std::string& function);

}  // namespace grid_groups
