// How a user writes the index of a block or a thread: 7, or 1,0 or 1,0,2 with a number for each
// dimension.
#pragma once

#include <optional>
#include <string_view>

#include "simulator/report/findings/finding.hpp"

namespace cusim::report {

// Parses one to three whole numbers separated by commas; missing ones are 0.
std::optional<Dim3> parse_indices(std::string_view text);

// Whether a grid of this size has the block.
constexpr bool has_block(const Dim3& grid, const Dim3& block) {
    return block.x < grid.x && block.y < grid.y && block.z < grid.z;
}

}  // namespace cusim::report
