#include "simulator/device/occupancy.hpp"

#include <algorithm>

namespace cusim::device {

namespace {

constexpr int warp = 32;
constexpr int assumed = 32;

constexpr std::size_t round_up(std::size_t value, std::size_t unit) {
    return (value + unit - 1) / unit * unit;
}

// Shared memory is allocated in units, which became smaller over the generations.
std::size_t shared_unit(const Profile& profile) {
    return profile.major >= 7 ? 128 : profile.major >= 3 ? 256 : 128;
}

}  // namespace

int assumed_registers(const Profile& profile, int max_threads, int min_blocks) {
    if (max_threads <= 0) return assumed;
    const int threads = max_threads * std::max(min_blocks, 1);
    const int room = profile.registers_per_multiprocessor / threads / 8 * 8;
    return std::clamp(room, 8, assumed);
}

int blocks_per_multiprocessor(const Profile& profile, int block_threads, const KernelNeeds& needs) {
    if (block_threads < 1 || block_threads > profile.max_threads_per_block) return 0;
    const int warps = (block_threads + warp - 1) / warp;
    const int by_warps = profile.max_threads_per_multiprocessor / warp / warps;

    constexpr std::size_t register_unit = 256;  // per warp
    const std::size_t registers =
        warps * round_up(std::size_t(needs.registers_per_thread) * warp, register_unit);
    if (registers > std::size_t(profile.registers_per_block)) return 0;
    const int by_registers = int(profile.registers_per_multiprocessor / registers);

    if (needs.shared_bytes > profile.shared_per_block_optin) return 0;
    const std::size_t shared =
        round_up(needs.shared_bytes + profile.reserved_shared_per_block, shared_unit(profile));
    const int by_shared = shared == 0 ? by_warps : int(profile.shared_per_multiprocessor / shared);

    return std::min({profile.max_blocks_per_multiprocessor, by_warps, by_registers, by_shared});
}

}  // namespace cusim::device
