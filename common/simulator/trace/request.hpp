// One instruction of a warp: what its lanes, in step, ask of memory.
#pragma once

#include <array>
#include <cstdint>

namespace cusim::trace {

// The addresses are multiples of the size, a power of two up to 16.
struct WarpRequest {
    std::uint32_t mask;                     // the lanes that take part; at least one
    unsigned size;                          // bytes a lane
    std::array<std::uint64_t, 32> address;  // valid where the mask has the lane
};

// Lanes whose addresses lie `gap` apart, in ascending order.
struct EvenRequest {
    std::uint32_t mask;
    unsigned lanes;
    std::uint64_t first;
    std::uint64_t gap;
};

}  // namespace cusim::trace
