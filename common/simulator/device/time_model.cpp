#include "simulator/device/time_model.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>

#include "simulator/device/occupancy.hpp"

namespace cusim::device {

namespace {

constexpr double sector_bytes = 32;
constexpr double warp_lanes = 32;
// Of an empty kernel in a graph.
constexpr double launch_us = 0.9;
// Of the memory's nominal rate, what a kernel that only reads gets.
constexpr double reachable = 0.92;
// A block from its start to its end, if it loads and stores once, and if it never waits for memory.
constexpr double block_us = 1.15, storing_block_us = 0.6;
// A warp's further loads, of which several are under way at once.
constexpr double load_us = 0.06;
// A barrier, and more for each warp that shares the multiprocessor.
constexpr double barrier_us = 0.01, barrier_warp_us = 0.0011;
// A grid.sync() from the last block's arrival until its warps have loaded what they waited for.
constexpr double grid_barrier_us = 2.0;
// What one multiprocessor's share of atomics takes, in clocks.
constexpr double atomic_sector_clocks = 3.6;
// The L2 reads, changes and writes for one atomic after the other, as long as they meet within so
// many sectors; the clocks a turn. Wider apart, other parts of it work at the same time.
constexpr double atomic_turn_clocks = 0.66;
constexpr double sectors_a_place = 32;
// Less of their sectors asked for, and accesses count as scattered.
constexpr double scattered_below = 0.5;
constexpr double sectors_a_line = 4;

double memory_bytes_a_us(const Profile& profile) {
    const double nominal = 2.0 * profile.memory_clock_khz * profile.memory_bus_bits / 8 * 1e-3;
    return reachable * nominal;
}

struct Shape {
    double busy;   // multiprocessors with a block
    double waves;  // of blocks, one after another
    double warps;  // on a multiprocessor at once
    double share;  // of the blocks, on the device at once
};

Shape shape_of(const Profile& profile, const LaunchWork& work) {
    const double blocks = static_cast<double>(work.blocks);
    const double most = std::max(1, blocks_per_multiprocessor(profile, work.block_threads,
                                                              {.shared_bytes = work.shared_bytes}));
    const double busy = std::min<double>(blocks, profile.multiprocessors);
    const double resident = std::min(most, std::ceil(blocks / busy));
    return {busy, std::ceil(blocks / (busy * resident)),
            resident * std::ceil(work.block_threads / warp_lanes),
            std::min(1.0, busy * resident / blocks)};
}

// Clocks for the atomics where they meet. Blocks that run at the same time are neighbours, and so,
// mostly, is what they add to: the sectors in use at once are their share of all.
double turns_of_atomics(const Shape& shape, const LaunchWork& work) {
    const double in_use = static_cast<double>(work.atomic_unique_sectors) * shape.share;
    const double places = std::max(1.0, in_use / sectors_a_place);
    return static_cast<double>(work.atomic_sectors) / places * atomic_turn_clocks;
}

struct Term {
    double time;
    Bound bound;
};

// What the longest chain of waits takes: a block after the other, and in each load after load and
// barrier after barrier.
Term waits(const Shape& shape, const LaunchWork& work) {
    const double blocks = static_cast<double>(work.blocks);
    const double warps = blocks * std::ceil(work.block_threads / warp_lanes);
    const double loads = work.requests == 0
                             ? storing_block_us
                             : block_us + static_cast<double>(work.requests) / warps * load_us;
    const double barriers =
        static_cast<double>(work.barriers) / blocks * (barrier_us + barrier_warp_us * shape.warps);
    // One warp that does much more than the others is still at it when they are done.
    const double of_busiest =
        work.requests == 0
            ? 0
            : block_us + static_cast<double>(work.busiest_warp_requests) * load_us + barriers;
    const double of_blocks = std::max(shape.waves * (loads + barriers), of_busiest);
    const double of_grid = static_cast<double>(work.grid_barriers) * grid_barrier_us;
    return {of_blocks + of_grid, of_grid > of_blocks    ? Bound::grid_barriers
                                 : barriers > loads / 2 ? Bound::barriers
                                 : work.requests == 0   ? Bound::blocks
                                                        : Bound::latency};
}

}  // namespace

const char* describe(Bound bound) {
    switch (bound) {
        case Bound::launch:
            return "the launch itself";
        case Bound::traffic:
            return "memory traffic";
        case Bound::scattered:
            return "scattered accesses: each lane's sector goes by itself";
        case Bound::blocks:
            return "the start and end of blocks, each of which does little";
        case Bound::latency:
            return "latency: too few loads are under way at once";
        case Bound::barriers:
            return "barriers, at which warps wait for one another";
        case Bound::grid_barriers:
            return "grid.sync(), at which all blocks wait for one another";
        case Bound::atomics:
            return "atomics: a multiprocessor sends their sectors one by one";
        case Bound::contention:
            return "atomics: the whole device takes turns at few addresses";
        case Bound::shared:
            return "shared memory";
        case Bound::conflicts:
            return "bank conflicts";
    }
    return "";
}

Estimate estimate(const Profile& profile, const LaunchWork& work) {
    const Shape shape = shape_of(profile, work);
    const double clocks_a_us = profile.clock_khz * 1e-3;
    const auto sectors = static_cast<double>(work.sectors);
    const bool scattered =
        static_cast<double>(work.bytes) < scattered_below * sectors * sector_bytes;
    const double lines = scattered ? sectors : sectors / sectors_a_line;

    const double traffic =
        static_cast<double>(work.unique_sectors) * sector_bytes / memory_bytes_a_us(profile);
    const auto on_one = [&](double count) { return count / shape.busy / clocks_a_us; };
    const auto wavefronts = static_cast<double>(work.wavefronts);

    const std::array<Term, 6> terms{{
        {traffic, Bound::traffic},
        {on_one(lines), scattered ? Bound::scattered : Bound::traffic},
        waits(shape, work),
        {on_one(static_cast<double>(work.atomic_sectors) * atomic_sector_clocks), Bound::atomics},
        {turns_of_atomics(shape, work) / clocks_a_us, Bound::contention},
        {on_one(wavefronts), static_cast<double>(work.bank_conflicts) > wavefronts / 2
                                 ? Bound::conflicts
                                 : Bound::shared},
    }};
    const auto& [time, bound] = *std::ranges::max_element(terms, {}, &Term::time);
    return {launch_us + time, launch_us + traffic, time < launch_us ? Bound::launch : bound};
}

std::string describe(const Estimate& estimate, const Profile& profile) {
    const auto us = [](double time) {
        return time < 10 ? fmt::format("{:.1f} us", time) : fmt::format("{:.0f} us", time);
    };
    return fmt::format("about {} on {}; bound by {}; the least possible is {}",
                       us(estimate.microseconds), profile.full_name, describe(estimate.bound),
                       us(estimate.least_microseconds));
}

}  // namespace cusim::device
