// Tiles of several warps: neighbouring threads of a block, a power of two of them, with a barrier
// of their own and values that they show each other.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <tuple>
#include <vector>

#include "simulator/race/events.hpp"

namespace cusim::exec {

struct Thread;

struct Tile {
    std::uintptr_t number = 0;
    std::uint32_t arrived = 0, phase = 0;
    std::vector<Thread*> waiting;
    race::LogPosition arrivals;
    std::vector<std::vector<std::byte>> values;  // by rank
};

// By the block's slot, the tiles' size and the tile's number in its block.
using Tiles = std::map<std::tuple<std::uint32_t, std::uint32_t, std::uint32_t>, Tile>;

}  // namespace cusim::exec
