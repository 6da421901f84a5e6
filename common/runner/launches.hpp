// The launches of a call as recorded by the simulator, for runs by hand that show or compare them.
// (The grader reads the same records itself, without trusting them.) A device records none.
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
        std::uint64_t bytes = 0;  // the size of the array's allocation
        std::uint64_t sectors = 0;
    };

    std::string kernel;
    Extent grid, block;
    std::map<std::string, std::uint64_t> counters;
    std::vector<Traffic> arrays;
    std::string record;  // the complete record as JSON: for backend::estimate

    std::uint64_t blocks() const { return volume(grid); }
    std::uint64_t threads() const { return volume(grid) * volume(block); }

  private:
    static std::uint64_t volume(const Extent& extent) {
        return std::uint64_t{extent[0]} * extent[1] * extent[2];
    }
};

/// The launches since backend::begin_call(), in order.
std::vector<Launch> recorded_launches();

}  // namespace runner
