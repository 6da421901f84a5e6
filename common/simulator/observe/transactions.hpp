// What the hardware counts for one request of a warp, as Nsight Compute names it: sectors of global
// accesses and atomics, wavefronts and bank conflicts of shared ones. Pure functions for the warp
// replay, which decides what one request is and sums.
#pragma once

#include <array>
#include <cstdint>

namespace cusim::observe {

// One instruction of a warp. The addresses are multiples of the size, a power of two up to 16.
struct WarpRequest {
    std::uint32_t mask;                     // the lanes that take part; at least one
    unsigned size;                          // bytes a lane
    std::array<std::uint64_t, 32> address;  // valid where the mask has the lane
};

// Aligned 32-byte sectors touched: loads and stores alike.
unsigned global_sectors(const WarpRequest& request);

// Global atomics, results used or not: lanes on one address take their turns, so a sector counts as
// often as the busiest address in it.
unsigned atomic_sectors(const WarpRequest& request);

struct SharedCost {
    unsigned wavefronts;
    unsigned bank_conflicts;  // wavefronts beyond those that the width of the request needs
};

SharedCost shared_cost(const WarpRequest& request, bool store);

}  // namespace cusim::observe
