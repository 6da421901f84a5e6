#include "simulator/device/launch_work.hpp"

#include <nlohmann/json.hpp>

#include "json_text.hpp"

namespace cusim::device {

namespace {

std::uint64_t volume(const nlohmann::json& extent) {
    return extent.at(0).get<std::uint64_t>() * extent.at(1).get<std::uint64_t>() *
           extent.at(2).get<std::uint64_t>();
}

}  // namespace

std::optional<LaunchWork> work_of(const nlohmann::json& kernel) {
    const auto& counters = kernel.at("counters");
    if (!counters.contains("warps")) return std::nullopt;
    const auto count = [&](const char* name) { return counters.value(name, std::uint64_t{0}); };
    return LaunchWork{
        .blocks = volume(kernel.at("grid")),
        .block_threads = static_cast<int>(volume(kernel.at("block"))),
        .shared_bytes = kernel.at("shared_bytes").get<std::uint64_t>(),
        .requests =
            count("global_load_requests") + count("texture_requests") + count("atom_requests"),
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

std::optional<LaunchWork> work_of_text(std::string_view kernel) {
    return work_of(json_text::parse(kernel));
}

std::string estimates_of(std::string_view kernels, const Profile& profile) {
    nlohmann::json estimates = nlohmann::json::array();
    for (const nlohmann::json launches = json_text::parse(kernels); const auto& kernel : launches) {
        const Estimate made = estimate(profile, work_of(kernel).value());
        estimates.push_back({{"microseconds", made.microseconds},
                             {"least", made.least_microseconds},
                             {"bound", describe(made.bound)}});
    }
    return json_text::write(estimates);
}

}  // namespace cusim::device
