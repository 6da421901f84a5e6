// What each lane gets from a warp operation, given what all of them brought. Pure functions.
#pragma once

#include <array>
#include <cstdint>
#include <optional>

#include "simulator/exec/thread.hpp"

namespace cusim::exec {

// Read from a lane that takes no part, a shuffle's value is undefined on the device. Here it is
// this pattern, a NaN where it is a float, so that a result which depends on it is seen to be
// wrong.
constexpr std::uint64_t undefined_value = 0xffffffffffffffff;

// `taking_part` names the lanes whose requests count; `lane` is one of them.
std::uint64_t warp_result(const std::array<LaneRequest, 32>& requests, std::uint32_t taking_part,
                          std::uint32_t lane);

// Whether lanes get each other's values: by a shuffle, or as a sum or the like of all.
constexpr bool is_exchange(detail::WarpOp op) {
    return op >= detail::WarpOp::shuffle;
}

// The lane from which `lane` wants a value by a shuffle, if that takes no part.
std::optional<std::uint32_t> absent_source(const std::array<LaneRequest, 32>& requests,
                                           std::uint32_t taking_part, std::uint32_t lane);

}  // namespace cusim::exec
