// The result of a warp operation for each lane, computed from all lanes' arguments. Pure functions.
#pragma once

#include <array>
#include <cstdint>
#include <optional>

#include "simulator/exec/thread.hpp"

namespace cusim::exec {

// The value of a shuffle from a lane that takes no part is undefined on a device. Here it is this
// pattern, a NaN as a float, so that results that depend on it are visibly wrong.
constexpr std::uint64_t undefined_value = 0xffffffffffffffff;

// `taking_part`: the lanes whose requests count. `lane` is one of them.
std::uint64_t warp_result(const std::array<LaneRequest, 32>& requests, std::uint32_t taking_part,
                          std::uint32_t lane);

// Whether lanes get each other's values, by a shuffle or a reduction.
constexpr bool is_exchange(detail::WarpOp op) {
    return op >= detail::WarpOp::shuffle;
}

// Whether lanes learn a bit of each other, or which of them have the same value.
constexpr bool is_vote(detail::WarpOp op) {
    return op > detail::WarpOp::sync && op < detail::WarpOp::shuffle;
}

// Whether a shuffle reaches beyond all lanes of its segment, so that every lane gets its own value.
constexpr bool reads_itself(const LaneRequest& request) {
    const auto distance = std::uint32_t(request.lane);
    if (request.op == detail::WarpOp::shuffle_xor) return distance >= 32;
    return (request.op == detail::WarpOp::shuffle_up ||
            request.op == detail::WarpOp::shuffle_down) &&
           distance >= std::uint32_t(request.width);
}

// The lane from which the shuffle of `lane` reads, if that lane takes no part.
std::optional<std::uint32_t> absent_source(const std::array<LaneRequest, 32>& requests,
                                           std::uint32_t taking_part, std::uint32_t lane);

}  // namespace cusim::exec
