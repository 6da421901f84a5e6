// The launches of a call as the simulator recorded them, for what runs by hand and shows or
// compares them; the grader reads the same records itself, as nothing it may trust. A device
// records none.
#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <string>
#include <vector>

namespace runner {

struct Launch {
    using Extent = std::array<unsigned, 3>;
    struct Traffic {
        std::string op;           // "load", "store", "red" or "atom"
        std::uint64_t bytes = 0;  // of the array, as it was allocated
        std::uint64_t sectors = 0;
    };

    std::string kernel;
    Extent grid, block;
    std::map<std::string, std::uint64_t> counters;
    std::vector<Traffic> arrays;
    std::string record;  // all of it, as JSON: for backend::estimate

    std::uint64_t blocks() const { return volume(grid); }
    std::uint64_t threads() const { return volume(grid) * volume(block); }

  private:
    static std::uint64_t volume(const Extent& extent) {
        return std::uint64_t{extent[0]} * extent[1] * extent[2];
    }
};

/// Those since backend::begin_call(), in their order.
std::vector<Launch> recorded_launches();

}  // namespace runner
