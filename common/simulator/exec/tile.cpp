#include "cusim/tile.hpp"

#include <algorithm>
#include <cstring>

#include "simulator/exec/grid.hpp"
#include "simulator/exec/tile_state.hpp"

namespace cusim::detail {

namespace {

using exec::current_grid;
using exec::current_thread;
using exec::Tile;

// Sizes are powers of two from 64 to 1024, and a block has at most 16 tiles of a size, so
// that the sum of size and index is the tile's own in its block.
constexpr std::uintptr_t most_sizes_and_indices = 2048;

Tile& my_tile(unsigned int size) {
    const exec::Thread& thread = *current_thread;
    const exec::Block& block = *thread.block;
    const std::uint32_t index = thread.linear / size;
    Tile& tile = current_grid->tiles[{block.slot, size, index}];
    tile.number = std::uintptr_t{block.clock.linear} * most_sizes_and_indices + size + index;
    tile.values.resize(size);
    return tile;
}

// An address of no memory of the program, which identifies what is released for a tile.
std::uintptr_t arrivals_in(const Tile& tile) {
    return (std::uintptr_t{3} << 62) + tile.number;
}

// The block's last tile may be incomplete.
unsigned int threads_of_tile(unsigned int size) {
    const auto threads = static_cast<unsigned int>(current_thread->block->threads.size());
    return std::min(size, threads - current_thread->linear / size * size);
}

void end_phase(Tile& tile, bool is_counted) {
    const bool several_warps = tile.arrived > 32;
    if (is_counted && several_warps) ++current_grid->barriers;
    tile.arrived = 0;
    ++tile.phase;
    tile.arrivals = race::released_at(arrivals_in(tile));
    for (exec::Thread* const thread : tile.waiting) current_grid->wake(*thread);
    tile.waiting.clear();
    current_grid->made_progress();
    current_grid->comes_to_an_end();
}

void wait_for_all(unsigned int size, bool is_counted, const char* file, int line) {
    exec::Thread& thread = *current_thread;
    Tile& tile = my_tile(size);
    thread.location = {file, line};
    thread.steps = 0;
    thread.warp->steps = 0;
    race::release_at(arrivals_in(tile), race::Scope::block);
    const std::uint32_t phase = tile.phase;
    if (++tile.arrived == threads_of_tile(size)) end_phase(tile, is_counted);
    while (tile.phase == phase) {
        tile.waiting.push_back(&thread);
        current_grid->suspend(exec::State::at_tile);
    }
    race::acquire(tile.arrivals);
}

}  // namespace

void tile_barrier(unsigned int size, const char* file, int line) {
    wait_for_all(size, true, file, line);
}

void tile_exchange_barrier(unsigned int size, const char* file, int line) {
    wait_for_all(size, false, file, line);
}

// Counts as so many shuffles of the warp, a word each.
void tile_bring(unsigned int size, const void* value, std::size_t bytes) {
    if (current_thread->linear % 32 == 0) current_grid->exchanges += (bytes + 3) / 4;
    std::vector<std::byte>& mine = my_tile(size).values[current_thread->linear % size];
    mine.resize(bytes);
    std::memcpy(mine.data(), value, bytes);
}

void tile_value(unsigned int size, unsigned int rank, void* value, std::size_t bytes) {
    const std::vector<std::byte>& brought = my_tile(size).values[rank % size];
    std::memcpy(value, brought.data(), std::min(bytes, brought.size()));
}

}  // namespace cusim::detail
