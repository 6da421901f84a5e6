#include "simulator/device/counted_work.hpp"

namespace cusim::device {

std::optional<LaunchWork> work_of(const CountedLaunch& launch) {
    const auto& count = launch.counter;
    if (count("warps") == 0) return std::nullopt;
    return LaunchWork{
        .blocks = launch.blocks,
        .block_threads = launch.block_threads,
        .shared_bytes = launch.shared_bytes,
        .requests =
            count("global_load_requests") + count("texture_requests") + count("atom_requests"),
        .busiest_warp_requests = count("busiest_warp_requests"),
        .sectors = count("global_load_sectors") + count("global_store_sectors"),
        .bytes = count("bytes"),
        .unique_sectors = count("unique_sectors"),
        .atomic_sectors = count("red_sectors") + count("atom_sectors"),
        .atomic_unique_sectors = count("atomic_unique_sectors"),
        .wavefronts = count("shared_load_wavefronts") + count("shared_store_wavefronts"),
        .bank_conflicts =
            count("shared_load_bank_conflicts") + count("shared_store_bank_conflicts"),
        .barriers = count("barriers"),
        .grid_barriers = count("grid_barriers"),
    };
}

}  // namespace cusim::device
