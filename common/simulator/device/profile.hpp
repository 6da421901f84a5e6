// The devices that can be simulated: their limits, as the hardware's documentation gives them.
// Selected by SIM_DEVICE; h100 unless told otherwise.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>

namespace cusim::device {

struct Profile {
    const char* name;       // as SIM_DEVICE and reports have it
    const char* full_name;  // as cudaDeviceProp has it
    int major, minor;
    int multiprocessors;
    int max_threads_per_block;
    int max_block[3];
    int max_grid[3];
    int max_threads_per_multiprocessor, max_blocks_per_multiprocessor;
    int registers_per_multiprocessor, registers_per_block;
    std::size_t shared_per_block, shared_per_block_optin, shared_per_multiprocessor;
    std::size_t reserved_shared_per_block;
    std::size_t l2_bytes;
    int clock_khz, memory_clock_khz, memory_bus_bits;

    bool has_independent_threads() const { return major >= 7; }
    bool has_cooperative_launch() const { return major >= 6; }
};

std::span<const Profile> profiles();

// nullptr where there is none of this name.
const Profile* find_profile(std::string_view name);

// The profile in use. Ends the program with a message where SIM_DEVICE names none.
const Profile& profile();

}  // namespace cusim::device
