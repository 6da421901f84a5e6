// What the paper measured: E. Opavsky and E. Uysaler, "Matrix-Vector Multiplication Using Shared
// and Coalesced Memory Access", 2012, Tables 11 and 12; milliseconds, on a GPU it does not name.
#pragma once

#include <array>
#include <optional>

#include "contender.hpp"

namespace runner::sweep {

/// The threads in its blocks, BLOCK_HEIGHT.
inline constexpr int paper_height = 1024;

/// By the widths in paper_widths; nothing for what the paper did not have.
inline std::optional<std::array<double, 6>> paper_by_width(Kind kind) {
    switch (kind) {
        case Kind::block_multiply:
            return {{0.2132, 0.1765, 0.1558, 0.1511, 0.1547, 0.1699}};
        case Kind::block_multiply_transposed:
            return {{1.8483, 1.9505, 2.6159, 2.5748, 2.3792, 2.2979}};
        case Kind::transpose_then_multiply:
            return {{0.4765, 0.4642, 0.4410, 0.4321, 0.4334, 0.4501}};
        default:
            return std::nullopt;
    }
}

/// With a width of 64, which the paper used as the best one.
inline std::optional<double> paper_average(Kind kind) {
    if (kind == Kind::naive) return 0.8221;
    if (kind == Kind::naive_transposed) return 3.1646;
    const auto widths = paper_by_width(kind);
    return widths ? std::optional((*widths)[3]) : std::nullopt;
}

}  // namespace runner::sweep
