#include "simulator/device/profile.hpp"

#include <array>
#include <charconv>
#include <cstdint>
#include <functional>
#include <map>
#include <string>
#include <system_error>

namespace cusim::device {

namespace {

constexpr std::size_t KiB = 1024;
constexpr int huge_grid = 2147483647;

constexpr Profile h100{
    .name = "h100",
    .full_name = "Simulated H100 (SIM_DEVICE=h100)",
    .major = 9,
    .minor = 0,
    .multiprocessors = 132,
    .max_threads_per_block = 1024,
    .max_block = {1024, 1024, 64},
    .max_grid = {huge_grid, 65535, 65535},
    .max_threads_per_multiprocessor = 2048,
    .max_blocks_per_multiprocessor = 32,
    .registers_per_multiprocessor = 65536,
    .registers_per_block = 65536,
    .shared_per_block = 48 * KiB,
    .shared_per_block_optin = 227 * KiB,
    .shared_per_multiprocessor = 228 * KiB,
    .reserved_shared_per_block = 1 * KiB,
    .l2_bytes = 50 * KiB * KiB,
    .clock_khz = 1980000,
    .memory_clock_khz = 2619000,
    .memory_bus_bits = 5120,
};

// An H100 with four multiprocessors, on which a cooperative grid is easily too large.
constexpr Profile mini = [] {
    Profile profile = h100;
    profile.name = "mini";
    profile.full_name = "Simulated device of 4 multiprocessors (SIM_DEVICE=mini)";
    profile.multiprocessors = 4;
    profile.l2_bytes = 2 * KiB * KiB;
    profile.memory_bus_bits = 512;
    return profile;
}();

constexpr std::array<Profile, 5> table{{
    h100,
    {.name = "p100",
     .full_name = "Simulated P100 (SIM_DEVICE=p100)",
     .major = 6,
     .minor = 0,
     .multiprocessors = 56,
     .max_threads_per_block = 1024,
     .max_block = {1024, 1024, 64},
     .max_grid = {huge_grid, 65535, 65535},
     .max_threads_per_multiprocessor = 2048,
     .max_blocks_per_multiprocessor = 32,
     .registers_per_multiprocessor = 65536,
     .registers_per_block = 65536,
     .shared_per_block = 48 * KiB,
     .shared_per_block_optin = 48 * KiB,
     .shared_per_multiprocessor = 64 * KiB,
     .reserved_shared_per_block = 0,
     .l2_bytes = 4 * KiB * KiB,
     .clock_khz = 1480500,
     .memory_clock_khz = 715000,
     .memory_bus_bits = 4096},
    {.name = "k20c",
     .full_name = "Simulated K20c (SIM_DEVICE=k20c)",
     .major = 3,
     .minor = 5,
     .multiprocessors = 13,
     .max_threads_per_block = 1024,
     .max_block = {1024, 1024, 64},
     .max_grid = {huge_grid, 65535, 65535},
     .max_threads_per_multiprocessor = 2048,
     .max_blocks_per_multiprocessor = 16,
     .registers_per_multiprocessor = 65536,
     .registers_per_block = 65536,
     .shared_per_block = 48 * KiB,
     .shared_per_block_optin = 48 * KiB,
     .shared_per_multiprocessor = 48 * KiB,
     .reserved_shared_per_block = 0,
     .l2_bytes = 1280 * KiB,
     .clock_khz = 705500,
     .memory_clock_khz = 2600000,
     .memory_bus_bits = 320},
    {.name = "c2050",
     .full_name = "Simulated C2050 (SIM_DEVICE=c2050)",
     .major = 2,
     .minor = 0,
     .multiprocessors = 14,
     .max_threads_per_block = 1024,
     .max_block = {1024, 1024, 64},
     .max_grid = {65535, 65535, 65535},
     .max_threads_per_multiprocessor = 1536,
     .max_blocks_per_multiprocessor = 8,
     .registers_per_multiprocessor = 32768,
     .registers_per_block = 32768,
     .shared_per_block = 48 * KiB,
     .shared_per_block_optin = 48 * KiB,
     .shared_per_multiprocessor = 48 * KiB,
     .reserved_shared_per_block = 0,
     .l2_bytes = 768 * KiB,
     .clock_khz = 1147000,
     .memory_clock_khz = 1500000,
     .memory_bus_bits = 384},
    mini,
}};

constexpr std::string_view invented_prefix = "invented-";

// All limits are below those of an H100, and differ with the number.
Profile invented(std::uint32_t number) {
    const auto below = [&number](int count) {
        number = number * 1664525 + 1013904223;
        return static_cast<int>((number >> 8) % static_cast<std::uint32_t>(count));
    };
    Profile device = table.front();
    device.full_name = "Invented device, whose limits follow from the number in SIM_DEVICE";
    device.multiprocessors = 5 + below(100);
    device.max_threads_per_block = 32 * (12 + below(19));
    device.max_block[0] = device.max_threads_per_block - 32 * below(6);
    device.max_block[1] = device.max_threads_per_block - 32 * (6 + below(5));
    device.max_block[2] = 20 + below(40);
    for (int& length : device.max_grid) length = 20'000 + below(40'000);
    return device;
}

}  // namespace

std::span<const Profile> profiles() {
    return table;
}

const Profile* find_profile(std::string_view name) {
    for (const Profile& each : table)
        if (name == each.name) return &each;
    if (!name.starts_with(invented_prefix)) return nullptr;
    std::uint32_t number = 0;
    const char* const end = name.data() + name.size();
    const auto read = std::from_chars(name.data() + invented_prefix.size(), end, number);
    if (read.ec != std::errc() || read.ptr != end) return nullptr;
    static std::map<std::string, Profile, std::less<>> made;
    const auto [at, is_new] = made.try_emplace(std::string(name), invented(number));
    at->second.name = at->first.c_str();
    return &at->second;
}

}  // namespace cusim::device
