// About how long a launch takes on a device, and what bounds it: an estimate from what the launch
// counts, for people to compare kernels by. No points hang on it. Its constants are fitted to an
// H100's times of labs 02 and 04 and of three functions more: which constant to which is in
// docs/simulator.md, and how far it is off everywhere in docs/results/time-model.md. Other profiles
// are scaled by their clocks and memory.
#pragma once

#include <cstdint>
#include <string>

#include "simulator/device/profile.hpp"

namespace cusim::device {

// What of a launch the time depends on; counts are of the whole launch.
struct LaunchWork {
    std::uint64_t blocks = 1;
    int block_threads = 1;
    std::uint64_t shared_bytes = 0;  // a block
    std::uint64_t requests = 0;      // whose results warps wait for: loads, texture fetches, atoms
    std::uint64_t busiest_warp_requests = 0;  // of these, the most that one warp makes
    std::uint64_t sectors = 0;       // global loads and stores
    std::uint64_t bytes = 0;         // that their lanes asked for
    std::uint64_t unique_sectors = 0;
    std::uint64_t atomic_sectors = 0;  // red and atom, each in as many turns as it takes
    std::uint64_t atomic_unique_sectors = 0;
    std::uint64_t wavefronts = 0, bank_conflicts = 0;
    std::uint64_t barriers = 0;       // of blocks, over all of them
    std::uint64_t grid_barriers = 0;  // grid.sync()
};

enum class Bound {
    launch,
    traffic,
    scattered,
    blocks,
    latency,
    barriers,
    grid_barriers,
    atomics,
    contention,
    shared,
    conflicts
};

// As a sentence goes on after "bound by".
const char* describe(Bound bound);

struct Estimate {
    double microseconds = 0;
    double least_microseconds = 0;  // each sector moved once, at the memory's full rate
    Bound bound = Bound::launch;
};

Estimate estimate(const Profile& profile, const LaunchWork& work);

// "about 12 us on NVIDIA H100 …; bound by …; the least possible is …"
std::string describe(const Estimate& estimate, const Profile& profile);

}  // namespace cusim::device
