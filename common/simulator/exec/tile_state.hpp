// Tiles of several warps: a power of two of neighbouring threads of a block, with their own barrier
// and values that they exchange.
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
    std::uintptr_t number = 0;  // no other tile of the launch has it
    std::uint32_t arrived = 0, phase = 0;
    std::vector<Thread*> waiting;
    race::LogPosition arrivals;
    std::vector<std::vector<std::byte>> values;  // by rank
};

// Key: the block's slot, the size of the tiles, the tile's number in its block.
using Tiles = std::map<std::tuple<std::uint32_t, std::uint32_t, std::uint32_t>, Tile>;

}  // namespace cusim::exec
