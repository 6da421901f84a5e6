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
// Time of an empty kernel in a graph, and of a copy within the device.
constexpr double launch_us = 1.35, copy_us = 1.5;
// The part of the memory's nominal bandwidth that a kernel that only reads can reach.
constexpr double reachable = 0.92;
// Time of a block from start to end, if it loads, and if it never waits for memory.
constexpr double block_us = 0.3, storing_block_us = 0.31;
// Time of a request for which a warp waits, when several overlap: for sectors in a cache, and the
// addition for sectors in memory. The first request after a barrier overlaps with none.
constexpr double near_us = 0.0132, far_us = 0.076, phase_us = 0.87;
// The addition for a request within a phase that overlaps with none before.
constexpr double round_trip_us = 0.15;
// Time to issue a store or a reduction, for which no warp waits.
constexpr double sent_us = 0.0325;
// What a barrier takes longer for each warp that shares the multiprocessor.
constexpr double barrier_warp_us = 0.0007;
// Time of a shared-memory wavefront for which a warp waits.
constexpr double wavefront_us = 0.0007;
// The same for an address of constant memory.
constexpr double constant_us = 0.0014;
// Time of a grid.sync(), from the last block's arrival until its warps have loaded what they wait
// for.
constexpr double grid_barrier_us = 2.1;
// Throughput of one multiprocessor, in clocks: a scattered sector, a shared-memory wavefront, a
// sector of an atomic, an address of constant memory beyond a request's first. The first costs
// nothing: if all lanes use one address, nvcc mostly makes it an operand of the arithmetic.
constexpr double sector_clocks = 0.84, wavefront_clocks = 2.15, atomic_sector_clocks = 4.3;
constexpr double constant_clocks = 2.05;
// The L2 cache executes atomics one after the other if they lie within so many sectors of each
// other; the time of each in clocks. Those farther apart run in parallel.
constexpr double atomic_turn_clocks = 0.76;
constexpr double sectors_per_place = 32;
// Time of a thread's step: the operations of a basic block, each of which mostly waits for the one
// before.
constexpr double step_us = 0.007;
// Accesses count as scattered if they use less than this part of their sectors.
constexpr double scattered_below = 0.5;
constexpr double sectors_per_line = 4;

double memory_bytes_per_us(const Profile& profile) {
    const double nominal = 2.0 * profile.memory_clock_khz * profile.memory_bus_bits / 8 * 1e-3;
    return reachable * nominal;
}

struct Shape {
    double on_one;    // blocks per multiprocessor
    double resident;  // of these at once
    double warps;     // at once
    double share;     // the part of all blocks that runs at once
};

Shape shape_of(const Profile& profile, const LaunchWork& work) {
    const double blocks = static_cast<double>(work.blocks);
    const double most = std::max(1, blocks_per_multiprocessor(profile, work.block_threads,
                                                              {.shared_bytes = work.shared_bytes}));
    const double busy = std::min<double>(blocks, profile.multiprocessors);
    const double on_one = std::ceil(blocks / busy);
    const double resident = std::min(most, on_one);
    return {on_one, resident, resident * std::ceil(work.block_threads / warp_lanes),
            std::min(1.0, busy * resident / blocks)};
}

// Clocks for atomics on the same sectors. Blocks that run at the same time are neighbours, and
// usually add to neighbouring sectors. The number of sectors in use at once is therefore their
// share of all.
double turns_of_atomics(const Shape& shape, const LaunchWork& work) {
    const double in_use = static_cast<double>(work.atomic_unique_sectors) * shape.share;
    const double places = std::max(1.0, in_use / sectors_per_place);
    return static_cast<double>(work.atomic_sectors) / places * atomic_turn_clocks;
}

struct Term {
    double time;
    Bound bound;
};

// The time that `blocks` blocks wait, one after the other, with so many barriers.
struct Waits {
    double blocks = 0, requests = 0, barriers = 0;

    double all() const { return blocks + requests + barriers; }
};

// `served`: the time of shared and constant memory.
Waits waits_of(const Chain& chain, double blocks, double barriers, double served,
               const Shape& shape) {
    const auto of = [](std::uint64_t count) { return static_cast<double>(count); };
    const double starts = blocks * (chain.waits == 0 ? storing_block_us : block_us);
    const double phases = std::max(0.0, of(chain.phases) - blocks);  // block_us includes one
    return {starts,
            of(chain.waits) * near_us + of(chain.cold) * far_us + phases * phase_us +
                of(chain.round_trips) * round_trip_us + of(chain.sent) * sent_us + served,
            barriers * (barrier_us + barrier_warp_us * shape.warps)};
}

// The time of the longest chain of work in which each piece waits for the one before. Only where
// warps work in turn is it longer than what waits() says.
double in_turn(const Shape& shape, const LaunchWork& work) {
    const auto path = [](std::uint64_t ns, double blocks) {
        return std::max(0.0, static_cast<double>(ns) * 1e-3 - blocks * phase_us) +
               blocks * block_us;
    };
    return std::max(path(work.path_ns, 1),
                    path(work.busiest_multiprocessor.path_ns, shape.on_one) / shape.resident);
}

// The time of the longest chain of waits: that of the busiest warp, or that of the busiest
// multiprocessor's blocks, some of which run in parallel.
Term waits(const Shape& shape, const LaunchWork& work) {
    const MultiprocessorLoad& load = work.busiest_multiprocessor;
    const auto barriers = static_cast<double>(load.barriers);
    const double served = static_cast<double>(work.busiest_warp.wavefronts) * wavefront_us +
                          static_cast<double>(work.constant_addresses) * constant_us;
    const Waits warp = waits_of(work.busiest_warp, 1, barriers / shape.on_one, served, shape);
    const Waits blocks = waits_of(load.chain, shape.on_one, barriers, served * shape.on_one, shape);
    const bool one_warp = warp.all() >= blocks.all() / shape.resident;
    const Waits& longest = one_warp ? warp : blocks;
    const double time = longest.all() / (one_warp ? 1 : shape.resident);
    const double of_grid = static_cast<double>(work.grid_barriers) * grid_barrier_us;
    return {time + of_grid, of_grid > time                          ? Bound::grid_barriers
                            : longest.barriers > longest.all() / 3  ? Bound::barriers
                            : longest.blocks > 2 * longest.requests ? Bound::blocks
                                                                    : Bound::latency};
}

}  // namespace

double microseconds_of(const Chain& chain) {
    const auto of = [](std::uint64_t count) { return static_cast<double>(count); };
    return of(chain.waits) * near_us + of(chain.cold) * far_us + of(chain.phases) * phase_us +
           of(chain.round_trips) * round_trip_us + of(chain.sent) * sent_us +
           of(chain.wavefronts) * wavefront_us;
}

const char* describe(Bound bound) {
    switch (bound) {
        case Bound::launch:
            return "the launch itself";
        case Bound::traffic:
            return "memory traffic";
        case Bound::scattered:
            return "scattered accesses: one sector for each lane";
        case Bound::blocks:
            return "the start and end of blocks that do little";
        case Bound::latency:
            return "latency: too few loads in flight at once";
        case Bound::turns:
            return "warps that work in turn: each waits until another one has done its part";
        case Bound::barriers:
            return "barriers, at which warps wait for each other";
        case Bound::grid_barriers:
            return "grid.sync(), at which all blocks wait for each other";
        case Bound::atomics:
            return "atomics: a multiprocessor sends their sectors one by one";
        case Bound::contention:
            return "atomics: the whole device serialises them at few addresses";
        case Bound::shared:
            return "shared memory";
        case Bound::conflicts:
            return "bank conflicts";
        case Bound::constants:
            return "constant memory: it serves the addresses of a warp's lanes one by one";
        case Bound::arithmetic:
            return "arithmetic: one thread's steps, each of which waits for the one before";
    }
    return "";
}

Estimate estimate(const Profile& profile, const LaunchWork& work) {
    const Shape shape = shape_of(profile, work);
    const MultiprocessorLoad& load = work.busiest_multiprocessor;
    const double clocks_per_us = profile.clock_khz * 1e-3;
    const bool scattered = static_cast<double>(work.bytes) <
                           scattered_below * static_cast<double>(work.sectors) * sector_bytes;
    const double traffic =
        static_cast<double>(work.unique_sectors) * sector_bytes / memory_bytes_per_us(profile);
    const auto clocks = [&](std::uint64_t count, double each) {
        return static_cast<double>(count) * each / clocks_per_us;
    };
    const std::array<Term, 9> terms{{
        {traffic, Bound::traffic},
        {clocks(load.sectors, scattered ? sector_clocks : 1 / sectors_per_line),
         scattered ? Bound::scattered : Bound::traffic},
        waits(shape, work),
        {in_turn(shape, work), Bound::turns},
        {clocks(load.atomic_sectors, atomic_sector_clocks), Bound::atomics},
        {turns_of_atomics(shape, work) / clocks_per_us, Bound::contention},
        {clocks(load.chain.wavefronts, wavefront_clocks),
         work.bank_conflicts > work.wavefronts / 2 ? Bound::conflicts : Bound::shared},
        {clocks(load.constant_replays, constant_clocks), Bound::constants},
        {static_cast<double>(work.thread_steps) * step_us, Bound::arithmetic},
    }};
    const auto& [time, bound] = *std::ranges::max_element(terms, {}, &Term::time);
    return {launch_us + time, launch_us + traffic, time < launch_us ? Bound::launch : bound};
}

double microseconds_of_copy(const Profile& profile, std::uint64_t bytes) {
    return copy_us + static_cast<double>(bytes) / memory_bytes_per_us(profile);
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
