// The devices that can be simulated, with the limits that the hardware's documentation states.
// SIM_DEVICE selects one; the default is h100.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>

namespace cusim::device {

struct Profile {
    const char* name;       // in SIM_DEVICE and reports
    const char* full_name;  // in cudaDeviceProp
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

// Returns nullptr if there is no profile of this name. "invented-7" and the like are names, too,
// for programs that must ask a device for its limits: those of a device follow from its number.
const Profile* find_profile(std::string_view name);

// The profile in use. Ends the program with a message if SIM_DEVICE names none.
const Profile& profile();

}  // namespace cusim::device
