#include "simulator/device/launch_work.hpp"

#include <nlohmann/json.hpp>

#include "json_text.hpp"
#include "simulator/device/counted_work.hpp"

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
    return work_of(
        {.blocks = volume(kernel.at("grid")),
         .block_threads = static_cast<int>(volume(kernel.at("block"))),
         .shared_bytes = kernel.at("shared_bytes").get<std::uint64_t>(),
         .counter = [&](const char* name) { return counters.value(name, std::uint64_t{0}); }});
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
