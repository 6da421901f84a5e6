#include "simulator/device/time_model.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

#include "simulator/device/occupancy.hpp"

namespace cusim::device {

namespace {

constexpr double sector_bytes = 32;
constexpr double warp_lanes = 32;
// Of an empty kernel in a graph.
constexpr double launch_us = 0.9;
// Of the memory's nominal rate, what a kernel that only reads gets.
constexpr double reachable = 0.92;
// A block from its start to its end, if it only loads and stores once.
constexpr double block_us = 1.15;
// A warp's further loads, of which several are under way at once.
constexpr double load_us = 0.06;
// A barrier, and more for each warp that shares the multiprocessor.
constexpr double barrier_us = 0.01, barrier_warp_us = 0.0011;
// What one multiprocessor's share of atomics takes, in clocks.
constexpr double atomic_sector_clocks = 3.6;
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
};

Shape shape_of(const Profile& profile, const LaunchWork& work) {
    const double blocks = static_cast<double>(work.blocks);
    const double most = std::max(1, blocks_per_multiprocessor(profile, work.block_threads,
                                                              {.shared_bytes = work.shared_bytes}));
    const double busy = std::min<double>(blocks, profile.multiprocessors);
    const double resident = std::min(most, std::ceil(blocks / busy));
    return {busy, std::ceil(blocks / (busy * resident)),
            resident * std::ceil(work.block_threads / warp_lanes)};
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
        case Bound::latency:
            return "latency: too few loads are under way at once";
        case Bound::barriers:
            return "barriers, at which warps wait for one another";
        case Bound::atomics:
            return "atomics, which take turns";
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
    const double blocks = static_cast<double>(work.blocks);
    const double warps = blocks * std::ceil(work.block_threads / warp_lanes);
    const auto sectors = static_cast<double>(work.sectors);
    const bool scattered =
        static_cast<double>(work.bytes) < scattered_below * sectors * sector_bytes;
    const double lines = scattered ? sectors : sectors / sectors_a_line;

    const double traffic =
        static_cast<double>(work.unique_sectors) * sector_bytes / memory_bytes_a_us(profile);
    const double loads = block_us + static_cast<double>(work.requests) / warps * load_us;
    const double barriers =
        static_cast<double>(work.barriers) / blocks * (barrier_us + barrier_warp_us * shape.warps);
    const auto on_one = [&](double count) { return count / shape.busy / clocks_a_us; };
    const auto wavefronts = static_cast<double>(work.wavefronts);

    const std::array<std::pair<double, Bound>, 5> terms{{
        {traffic, Bound::traffic},
        {on_one(lines), scattered ? Bound::scattered : Bound::traffic},
        {shape.waves * (loads + barriers), barriers > loads / 2 ? Bound::barriers : Bound::latency},
        {on_one(static_cast<double>(work.atomic_sectors) * atomic_sector_clocks), Bound::atomics},
        {on_one(wavefronts), static_cast<double>(work.bank_conflicts) > wavefronts / 2
                                 ? Bound::conflicts
                                 : Bound::shared},
    }};
    const auto& [time, bound] = *std::max_element(terms.begin(), terms.end());
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
