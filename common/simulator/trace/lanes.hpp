// Iterates over the lanes of a warp.
#pragma once

#include <bit>
#include <cstdint>

namespace cusim::trace {

// Calls `action(lane)` for each lane of the mask, in ascending order.
template <class Action>
void for_lanes(std::uint32_t mask, Action action) {
    for (; mask != 0; mask &= mask - 1) action(static_cast<unsigned>(std::countr_zero(mask)));
}

}  // namespace cusim::trace
