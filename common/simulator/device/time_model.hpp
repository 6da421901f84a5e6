// About how long a launch takes on a device, and what bounds it: an estimate from what the launch
// really did, built on its busiest warp and its busiest multiprocessor, however many threads it
// started. What work is worth in the labs is measured by it. Its constants are fitted to an H100's
// times of the labs' functions, right, wrong and idle ones: docs/simulator.md says what each stands
// for, docs/results/work.md how far it is off. Other profiles are scaled by their clocks and
// memory.
#pragma once

#include <cstdint>
#include <string>

#include "simulator/device/profile.hpp"

namespace cusim::device {

// Of the busiest warp, or of all blocks of the busiest multiprocessor: of a block the longest chain
// that one of its warps has, and all its traffic. The same terms as in count/busiest.hpp.
struct Chain {
    std::uint64_t waits = 0;   // requests whose results are waited for
    std::uint64_t cold = 0;    // of these, with a sector that the launch had not touched before
    std::uint64_t phases = 0;  // between barriers, with such requests
    std::uint64_t sent = 0;    // requests that nobody waits for: stores, reds
    std::uint64_t wavefronts = 0;
};

struct MultiprocessorLoad {
    Chain chain;  // its wavefronts are of all warps
    std::uint64_t barriers = 0;
    std::uint64_t sectors = 0, atomic_sectors = 0;
};

// What of a launch the time depends on; counts are of the whole launch where nothing else is said.
struct LaunchWork {
    std::uint64_t blocks = 1;
    int block_threads = 1;
    std::uint64_t shared_bytes = 0;  // a block
    Chain busiest_warp = {};
    MultiprocessorLoad busiest_multiprocessor = {};
    std::uint64_t sectors = 0;  // global loads and stores
    std::uint64_t bytes = 0;    // that their lanes asked for
    std::uint64_t unique_sectors = 0;
    std::uint64_t atomic_sectors = 0;  // red and atom, each in as many turns as it takes
    std::uint64_t atomic_unique_sectors = 0;
    std::uint64_t wavefronts = 0, bank_conflicts = 0;
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

// A copy or a fill within the device, of so many bytes read and written.
double microseconds_of_copy(const Profile& profile, std::uint64_t bytes);

// "about 12 us on NVIDIA H100 …; bound by …; the least possible is …"
std::string describe(const Estimate& estimate, const Profile& profile);

}  // namespace cusim::device
