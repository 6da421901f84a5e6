// Estimates how long a launch takes on a device, and what limits it. The estimate is computed from
// what the launch did, mainly by its busiest warp and its busiest multiprocessor, however many
// threads were started. The labs use it to decide what a submission's work is worth. Its constants
// are fitted to an H100's times of the labs' functions, including wrong ones and ones with idle
// threads. docs/simulator.md explains each constant, and docs/results/work.md shows the errors.
// Other profiles are scaled by their clocks and memory.
#pragma once

#include <cstdint>
#include <string>

#include "simulator/device/profile.hpp"

namespace cusim::device {

// Counts of the busiest warp, or of all blocks of the busiest multiprocessor: for each block, the
// longest chain of any of its warps, and all its traffic. The same terms as in count/busiest.hpp.
struct Chain {
    std::uint64_t waits = 0;        // requests whose result is needed
    std::uint64_t cold = 0;         // of these, the ones with a sector new to the launch
    std::uint64_t phases = 0;       // between barriers, with such requests
    std::uint64_t round_trips = 0;  // within a phase, that overlap with none before
    std::uint64_t sent = 0;         // requests whose result is not needed: stores, reds
    std::uint64_t wavefronts = 0;
};

// How long a warp waits for all that, in microseconds.
double microseconds_of(const Chain&);
// Time of a barrier of a block.
inline constexpr double barrier_us = 0.035;
// Time from a store until a thread that polls the word has read it, in the same block or another.
inline constexpr double hand_over_in_block_us = 0.06, hand_over_us = 0.8;
// Time of a barrier of a cluster; assumed, not measured.
inline constexpr double cluster_barrier_us = 0.25;

struct MultiprocessorLoad {
    Chain chain;  // its wavefronts are those of all warps
    // The sum over its blocks of the longest chain of work from barrier to barrier.
    std::uint64_t path_ns = 0;
    std::uint64_t barriers = 0;
    std::uint64_t sectors = 0, atomic_sectors = 0;
    std::uint64_t constant_replays = 0;  // addresses of constant memory beyond each request's first
};

// The properties of a launch that determine its time. Counts are of the whole launch unless stated
// otherwise.
struct LaunchWork {
    std::uint64_t blocks = 1;
    int block_threads = 1;
    std::uint64_t shared_bytes = 0;  // per block
    Chain busiest_warp = {};
    // The longest chain of work in the launch (count/critical_path.hpp).
    std::uint64_t path_ns = 0;
    MultiprocessorLoad busiest_multiprocessor = {};
    std::uint64_t sectors = 0;  // of global loads and stores
    std::uint64_t bytes = 0;    // that their lanes asked for
    std::uint64_t unique_sectors = 0;
    std::uint64_t atomic_sectors = 0;  // of red and atom, once for each turn
    std::uint64_t atomic_unique_sectors = 0;
    std::uint64_t wavefronts = 0, bank_conflicts = 0;
    std::uint64_t grid_barriers = 0;       // calls of grid.sync()
    std::uint64_t constant_addresses = 0;  // that the busiest warp reads, in each request
    // Basic blocks that one thread passes, where the program is known to pass them on a device,
    // too.
    std::uint64_t thread_steps = 0;
};

enum class Bound {
    launch,
    traffic,
    scattered,
    blocks,
    latency,
    turns,
    barriers,
    grid_barriers,
    atomics,
    contention,
    shared,
    conflicts,
    constants,
    arithmetic
};

// Continues a sentence after "bound by".
const char* describe(Bound bound);

struct Estimate {
    double microseconds = 0;
    double least_microseconds = 0;  // each sector moved once, at full memory bandwidth
    Bound bound = Bound::launch;
};

Estimate estimate(const Profile& profile, const LaunchWork& work);

// Time of a copy or fill within the device that reads and writes so many bytes.
double microseconds_of_copy(const Profile& profile, std::uint64_t bytes);

// Such as "about 12 us on NVIDIA H100 …; bound by …; the least possible is …".
std::string describe(const Estimate& estimate, const Profile& profile);

}  // namespace cusim::device
