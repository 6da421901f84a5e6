// Occupancy: how many blocks of a kernel fit on a multiprocessor at once. The limits are threads,
// blocks, registers and shared memory, allocated in the hardware's units.
#pragma once

#include <cstddef>

#include "simulator/device/profile.hpp"

namespace cusim::device {

struct KernelNeeds {
    int registers_per_thread = 32;
    std::size_t shared_bytes = 0;  // static and dynamic, per block
};

// The number of registers is known only to the vendor's compiler. Assumed are 32 per thread, or
// fewer if __launch_bounds__ requires it (0 if absent).
int assumed_registers(const Profile& profile, int max_threads, int min_blocks);

// Returns 0 if not even one block fits.
int blocks_per_multiprocessor(const Profile& profile, int block_threads, const KernelNeeds& needs);

}  // namespace cusim::device
