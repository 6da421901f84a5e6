#include "simulator/exec/warp_result.hpp"

#include <bit>
#include <numeric>

namespace cusim::exec {

namespace {

using detail::WarpOp;
using Requests = std::array<LaneRequest, 32>;

template <class Operation>
std::uint64_t fold(const Requests& requests, std::uint32_t lanes, Operation operation) {
    std::uint64_t result = requests[std::countr_zero(lanes)].value;
    for (lanes &= lanes - 1; lanes != 0; lanes &= lanes - 1)
        result = operation(result, requests[std::countr_zero(lanes)].value);
    return result;
}

std::uint32_t lanes_with(const Requests& requests, std::uint32_t lanes, std::uint64_t value) {
    std::uint32_t same = 0;
    for (; lanes != 0; lanes &= lanes - 1)
        if (requests[std::countr_zero(lanes)].value == value) same |= lanes & -lanes;
    return same;
}

// The lane from which a shuffle reads: one in the segment of `width` lanes, otherwise the lane
// itself.
std::uint32_t source_lane(const LaneRequest& request, std::uint32_t lane) {
    const auto width = std::uint32_t(request.width);
    const std::uint32_t first = lane & ~(width - 1), last = first + width - 1;
    const auto given = std::uint32_t(request.lane);
    switch (request.op) {
        case WarpOp::shuffle:
            return first + (given & (width - 1));
        case WarpOp::shuffle_up:
            return given > lane - first ? lane : lane - given;
        case WarpOp::shuffle_down:
            return given > last - lane ? lane : lane + given;
        default:
            return (lane ^ given) > last ? lane : lane ^ given;
    }
}

bool is_shuffle(WarpOp op) {
    return op == WarpOp::shuffle || op == WarpOp::shuffle_up || op == WarpOp::shuffle_down ||
           op == WarpOp::shuffle_xor;
}

std::uint64_t shuffled(const Requests& requests, std::uint32_t taking_part, std::uint32_t lane) {
    const std::uint32_t source = source_lane(requests[lane], lane) & 31;
    return taking_part >> source & 1 ? requests[source].value : undefined_value;
}

std::int64_t as_signed(std::uint64_t value) {
    return static_cast<std::int32_t>(value);
}

}  // namespace

std::optional<std::uint32_t> absent_source(const Requests& requests, std::uint32_t taking_part,
                                           std::uint32_t lane) {
    if (!is_shuffle(requests[lane].op)) return std::nullopt;
    const std::uint32_t source = source_lane(requests[lane], lane) & 31;
    if (taking_part >> source & 1) return std::nullopt;
    return source;
}

std::uint64_t warp_result(const Requests& requests, std::uint32_t taking_part, std::uint32_t lane) {
    const LaneRequest& own = requests[lane];
    using U = std::uint64_t;
    switch (own.op) {
        case WarpOp::sync:
            return 0;
        case WarpOp::ballot:
            return taking_part & ~lanes_with(requests, taking_part, 0);
        case WarpOp::all:
            return lanes_with(requests, taking_part, 0) == 0;
        case WarpOp::any:
            return lanes_with(requests, taking_part, 0) != taking_part;
        case WarpOp::match_any:
            return lanes_with(requests, taking_part, own.value);
        case WarpOp::match_all:
            return lanes_with(requests, taking_part, own.value) == taking_part ? taking_part : 0;
        case WarpOp::add:
            return fold(requests, taking_part, std::plus<U>{});
        case WarpOp::bit_and:
            return fold(requests, taking_part, std::bit_and<U>{});
        case WarpOp::bit_or:
            return fold(requests, taking_part, std::bit_or<U>{});
        case WarpOp::bit_xor:
            return fold(requests, taking_part, std::bit_xor<U>{});
        case WarpOp::min_signed:
            return fold(requests, taking_part,
                        [](U a, U b) { return as_signed(a) < as_signed(b) ? a : b; });
        case WarpOp::max_signed:
            return fold(requests, taking_part,
                        [](U a, U b) { return as_signed(a) < as_signed(b) ? b : a; });
        case WarpOp::min_unsigned:
            return fold(requests, taking_part, [](U a, U b) { return a < b ? a : b; });
        case WarpOp::max_unsigned:
            return fold(requests, taking_part, [](U a, U b) { return a < b ? b : a; });
        case WarpOp::shuffle:
        case WarpOp::shuffle_up:
        case WarpOp::shuffle_down:
        case WarpOp::shuffle_xor:
            return shuffled(requests, taking_part, lane);
    }
    return 0;
}

}  // namespace cusim::exec
