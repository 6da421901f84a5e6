// A request: the addresses that the lanes of a warp access together with one instruction.
#pragma once

#include <array>
#include <cstdint>

namespace cusim::trace {

// The addresses are multiples of the size, which is a power of two up to 16.
struct WarpRequest {
    std::uint32_t mask;                     // the lanes that take part, at least one
    unsigned size;                          // bytes that each lane accesses
    std::array<std::uint64_t, 32> address;  // valid for the lanes in the mask
};

// Lanes in ascending order, whose addresses lie `gap` bytes apart.
struct EvenRequest {
    std::uint32_t mask;
    unsigned lanes;
    std::uint64_t first;
    std::uint64_t gap;
};

}  // namespace cusim::trace
