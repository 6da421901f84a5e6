#include "simulator/device/counted_work.hpp"

#include <string>

namespace cusim::device {

namespace {

// Threads that wait for each other pass basic blocks while they poll, and exchanges within a group
// pass many that a device does not.
std::uint64_t steps_of(const CountedLaunch& launch) {
    for (const char* name : {"barriers", "grid_barriers", "shuffles", "votes", "atom_requests"})
        if (launch.counter(name) > 0) return 0;
    return launch.counter("busiest_thread_steps");
}

}  // namespace

std::optional<LaunchWork> work_of(const CountedLaunch& launch) {
    const auto& count = launch.counter;
    if (count("warps") == 0) return std::nullopt;
    const auto chain = [&](const std::string& whose) {
        const auto of_it = [&](const char* name) { return count((whose + name).c_str()); };
        return Chain{.waits = of_it("requests"),
                     .cold = of_it("cold"),
                     .phases = of_it("phases"),
                     .round_trips = of_it("round_trips"),
                     .sent = of_it("sent"),
                     .wavefronts = of_it("wavefronts")};
    };
    return LaunchWork{
        .blocks = launch.blocks,
        .block_threads = launch.block_threads,
        .shared_bytes = launch.shared_bytes,
        .busiest_warp = chain("busiest_warp_"),
        .path_ns = count("critical_path_ns"),
        .busiest_multiprocessor = {.chain = chain("busiest_multiprocessor_"),
                                   .path_ns = count("busiest_multiprocessor_path_ns"),
                                   .barriers = count("busiest_multiprocessor_barriers"),
                                   .sectors = count("busiest_multiprocessor_sectors"),
                                   .atomic_sectors = count("busiest_multiprocessor_atomic_sectors"),
                                   .constant_replays =
                                       count("busiest_multiprocessor_constant_replays")},
        .sectors = count("global_load_sectors") + count("global_store_sectors"),
        .bytes = count("bytes"),
        .unique_sectors = count("unique_sectors"),
        .atomic_sectors = count("red_sectors") + count("atom_sectors"),
        .atomic_unique_sectors = count("atomic_unique_sectors"),
        .wavefronts = count("shared_load_wavefronts") + count("shared_store_wavefronts"),
        .bank_conflicts =
            count("shared_load_bank_conflicts") + count("shared_store_bank_conflicts"),
        .grid_barriers = count("grid_barriers"),
        .constant_addresses = count("busiest_warp_constant_addresses"),
        .thread_steps = steps_of(launch),
    };
}

}  // namespace cusim::device
