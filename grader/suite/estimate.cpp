#include "suite/estimate.hpp"

#include <fmt/format.h>

#include <stdexcept>

#include "score/record.hpp"
#include "simulator/device/counted_work.hpp"

namespace grader::suite {

namespace {

using cusim::device::Estimate;
using score::Kernel;

Estimate estimate_of(const Kernel& launch, const cusim::device::Profile& profile) {
    const auto work =
        cusim::device::work_of({.blocks = static_cast<std::uint64_t>(score::volume(launch.grid)),
                                .block_threads = static_cast<int>(score::volume(launch.block)),
                                .shared_bytes = launch.shared_bytes,
                                .counter = [&](const char* name) { return launch.counter(name); }});
    if (!work)
        throw CaseFailed{.message = fmt::format(
                             "the work of {} was not counted: its launch did not come to its end, "
                             "or did more than can be counted",
                             launch.name)};
    return cusim::device::estimate(profile, *work);
}

/// Such as "starts 2048 threads, of which at most 16 touch global memory, and "; some may both read
/// and write. Blocks that do nothing take time, too, and what bounds the others does not show it.
std::string idle_threads(const Kernel& launch) {
    constexpr std::uint64_t many = 1 << 16, one_in = 16;
    const auto threads =
        static_cast<std::uint64_t>(score::volume(launch.grid) * score::volume(launch.block));
    const std::uint64_t busy =
        launch.counter("reading_threads") + launch.counter("writing_threads");
    if (threads < many || busy * one_in > threads) return {};
    return fmt::format("starts {} threads, of which at most {} touch global memory, and ", threads,
                       busy);
}

}  // namespace

const cusim::device::Profile& profile_of(const Answer& answer, const std::string& device) {
    const bool is_at_home = answer.device().empty();
    const std::string& name = is_at_home ? device : answer.device();
    if (const auto* const profile = cusim::device::find_profile(name)) return *profile;
    if (!is_at_home) throw std::logic_error("no simulated device is called " + name);
    return *cusim::device::find_profile("h100");
}

TotalEstimate estimate_all(const Answer& answer, const std::string& device) {
    TotalEstimate total;
    const auto& profile = profile_of(answer, device);
    for (const Kernel& launch : answer.launches()) {
        const Estimate estimate = estimate_of(launch, profile);
        total.microseconds += estimate.microseconds;
        if (!total.kernel.empty() && estimate.microseconds <= total.longest.microseconds) continue;
        total.longest = estimate;
        total.kernel = launch.name;
        total.blocks = static_cast<std::uint64_t>(score::volume(launch.grid));
        total.idle_threads = idle_threads(launch);
    }
    if (answer.device_copies() > 0)
        total.microseconds += static_cast<double>(answer.device_copies()) *
                              cusim::device::microseconds_of_copy(
                                  profile, answer.device_copy_bytes() / answer.device_copies());
    return total;
}

std::string reason_for_time(const TotalEstimate& total, const Answer& answer,
                            const std::string& idle) {
    const auto bound = idle.empty() ? fmt::format("{}is bound by {}", total.idle_threads,
                                                  cusim::device::describe(total.longest.bound))
                                    : idle;
    if (2 * total.longest.microseconds < total.microseconds && answer.launch_count() > 1)
        return fmt::format(
            "there are {} launches, none of which takes half of that; {}, the "
            "longest, {}",
            answer.launch_count(), total.kernel, bound);
    return fmt::format("{}, the longest of {} launch{}, {}", total.kernel, answer.launch_count(),
                       answer.launch_count() == 1 ? "" : "es", bound);
}

}  // namespace grader::suite
