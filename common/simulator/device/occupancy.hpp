// How many blocks of a kernel fit on a multiprocessor at once: limited by threads, blocks,
// registers and shared memory, allocated in the hardware's units.
#pragma once

#include <cstddef>

#include "simulator/device/profile.hpp"

namespace cusim::device {

struct KernelNeeds {
    int registers_per_thread = 32;
    std::size_t shared_bytes = 0;  // static and dynamic, a block
};

// Registers are not known without the vendor's compiler: 32 a thread, unless __launch_bounds__
// (0 where absent) leaves room for fewer.
int assumed_registers(const Profile& profile, int max_threads, int min_blocks);

// 0 where not even one block fits.
int blocks_per_multiprocessor(const Profile& profile, int block_threads, const KernelNeeds& needs);

}  // namespace cusim::device
