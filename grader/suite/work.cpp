#include "suite/work.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <stdexcept>
#include <utility>

#include "number_of.hpp"
#include "score/deduction.hpp"
#include "simulator/device/time_model.hpp"
#include "suite/calls/session_error.hpp"
#include "suite/estimate.hpp"
#include "suite/limits.hpp"
#include "suite/run.hpp"

namespace grader::suite {

namespace {

using cusim::device::Estimate;
using score::Kernel;

constexpr std::uint64_t sector_bytes = floats_per_sector * sizeof(float);
constexpr double slack = 1.05;

/// Such as "has 1 block for 994 rows, so 131 of 132 multiprocessors have nothing to do"; empty for
/// a launch of enough blocks.
std::string idle_device(const TotalEstimate& total, const Answer& answer, const Sharing& sharing) {
    const auto all = static_cast<std::uint64_t>(
        profile_of(answer, Run::current().request().device).multiprocessors);
    if (2 * total.blocks >= sharing.blocks || total.blocks >= all) return {};
    return fmt::format("has {} for {}, so {} of {} multiprocessors have nothing to do",
                       words::number_of(total.blocks, "block"), sharing.work, all - total.blocks,
                       all);
}

/// The accesses that may explain the time of the longest launch.
Accesses accesses_of(const Estimate& longest) {
    switch (longest.bound) {
        using enum cusim::device::Bound;
        case atomics:
        case contention:
            return {.of = Accesses::Of::atomics, .of_time = true};
        case conflicts:
            return {.of = Accesses::Of::anything, .shared = true, .of_time = true};
        default:
            return {.of = Accesses::Of::anything, .of_time = true};
    }
}

/// Work that cannot be estimated earns nothing.
TotalEstimate measure(const Answer& answer) {
    try {
        return estimate_all(answer, Run::current().request().device);
    } catch (const CaseFailed&) {
        Run::current().hold_rung_to(0, "cannot be measured");
        throw;
    }
}

void note_most(const char* what, double count, double most) {
    Run::current().note_gate({.name = {}, .what = what, .count = count, .bound = most});
}

void note_least(const char* what, double count, double least) {
    Run::current().note_gate(
        {.name = {}, .what = what, .count = count, .bound = least, .is_least = true});
}

/// "1.7"; with more digits where it would read like `full` and is beyond it.
std::string times(double ratio, double full) {
    constexpr int most_digits = 6;
    for (int digits = 1; digits < most_digits; ++digits) {
        const auto text = fmt::format("{:.{}f}", ratio, digits);
        if (std::stod(text) > full) return text;
    }
    return fmt::format("{:g}", ratio);
}

}  // namespace

double limit_of(std::string_view name, const Sizes& sizes) {
    return limit_of(Run::current().request(), name, sizes);
}

void grade_work(const Answer& answer, double limit_microseconds, std::string_view what,
                const Sharing& sharing) {
    const TotalEstimate total = measure(answer);
    const double ratio = total.microseconds / limit_microseconds;
    const double share = share_of_ratio(ratio, score::Work::full_marks_up_to);
    Run::current().note_work({.name = {},
                              .what = std::string(what),
                              .microseconds = total.microseconds,
                              .limit = limit_microseconds,
                              .bound = cusim::device::describe(total.longest.bound)});
    Run::current().hold_rung_to(share, fmt::format("takes {:.0f} times what is enough", ratio));
    expect_sums_exchanged(answer, what);
    if (share == 1) return;
    const auto idle = idle_device(total, answer, sharing);
    Run::current().fail_for_work(
        share,
        fmt::format("{} would take about {:.3g} us, {} times the {:.3g} us that are enough "
                    "(full marks up to {:g} times): {}",
                    what, total.microseconds, times(ratio, score::Work::full_marks_up_to),
                    limit_microseconds, score::Work::full_marks_up_to,
                    reason_for_time(total, answer, idle)),
        idle.empty() ? accesses_of(total.longest) : Accesses());
}

void expect_sums_exchanged(const Answer& answer, std::string_view what) {
    constexpr std::uint64_t of_a_request = 8, of_a_warp = 24;
    // A fetch of a warp is four requests or eight.
    constexpr std::uint64_t requests_of_a_fetch = 4;
    const std::uint64_t exchanged = exchanges(answer);
    std::uint64_t enough = 0;
    for (const Kernel& launch : answer.launches()) {
        enough += of_a_warp * launch.counter("warps") +
                  of_a_request * launch.counter("texture_requests") / requests_of_a_fetch;
        for (const char* kind : {"global_load", "global_store", "red", "atom"})
            enough += of_a_request * launch.counter(std::string(kind) + "_requests");
    }
    note_most("shuffles and votes", static_cast<double>(exchanged), static_cast<double>(enough));
    expect_used(exchanged <= enough,
                fmt::format("{}: warps shuffle and vote {} times; {} are enough where each lane "
                            "works with what it has loaded, and passes on its sum",
                            what, exchanged, enough));
}

double estimated_microseconds(const Answer& answer) {
    return estimate_all(answer, Run::current().request().device).microseconds;
}

void expect_launched(const Answer& answer) {
    if (answer.launch_count() == 0) fail(answer.function() + " launches no kernel");
}

void expect_used(bool used, const std::string& message, const Accesses& accesses) {
    Run::current().hold_rung_to(used ? 1 : 0, "lacks what the rung is about");
    expect(used, message, accesses);
}

void expect_saved(double count, double enough, const std::string& message,
                  const Accesses& accesses) {
    note_most("what is saved", count, 2 * enough);
    expect_used(count < 2 * enough, message, accesses);
    expect(count <= slack * enough, message, accesses);
}

// What is loaded from a copy is not watched. Only few words are stored besides: sums.
void expect_rows_loaded(const Answer& answer, double floats, const std::string& what) {
    constexpr double most_copied = 0.75;
    const auto loaded = static_cast<double>(counted(answer, "bytes_of_rows")) / sizeof(float);
    expect_no_less(loaded, floats,
                   fmt::format("{}: {:.0f} floats of A are loaded, which has {:.0f}: each is to be "
                               "loaded from A itself",
                               what, loaded, floats));
    const auto stored = static_cast<double>(counted(answer, "global_store_sectors") +
                                            counted(answer, "atom_sectors"));
    const double copied = stored * floats_per_sector +
                          static_cast<double>(answer.device_copy_bytes()) / (2 * sizeof(float));
    note_most("floats stored or copied", copied, most_copied * floats);
    expect_used(copied <= most_copied * floats,
                fmt::format("{}: {:.0f} floats are stored or copied, and A has {:.0f}: use the "
                            "elements where they are loaded, and store sums",
                            what, copied, floats));
}

void expect_rows_shared(const Answer& answer, int columns, const std::string& what) {
    expect_rows_loaded(answer, static_cast<double>(columns) * columns, what);
    // Threads that all load the same part could each add it up alone. Those of a tile share it.
    constexpr double most_of_a_thread = 1.0 / 16, few = 4;
    const std::uint64_t by_thread =
        counted(answer, "most_bytes_of_a_row_by_thread") / sizeof(float);
    note_most("floats of a row, by one thread", static_cast<double>(by_thread),
              most_of_a_thread * columns + few);
    expect_used(
        static_cast<double>(by_thread) <= most_of_a_thread * columns + few,
        fmt::format("{}: one thread loads {} of the {} columns of a row. Let the threads of "
                    "a block share its part",
                    what, by_thread, columns));
    constexpr double most = 0.75;  // a row of three tiles in two parts has one of two thirds
    const std::uint64_t loaded = counted(answer, "most_bytes_of_a_row") / sizeof(float);
    note_most("floats of a row, by one block", static_cast<double>(loaded), most * columns);
    expect_used(
        static_cast<double>(loaded) <= most * columns,
        fmt::format("{}: one block, or the blocks of one cluster, load {} of the {} columns "
                    "of a row. Let several blocks share the work of each row",
                    what, loaded, columns));
}

void expect_blocks_ordered(const Answer& answer, int rows, const std::string& what) {
    const auto reads = counted(answer, "reads_of_other_blocks");
    note_least("reads of what other blocks stored", static_cast<double>(reads), rows);
    expect_used(std::cmp_greater_equal(reads, rows),
                fmt::format("{}: blocks read {} words that other blocks have stored, for {} rows: "
                            "a barrier or a ticket has a use only where the final sum of a row is "
                            "made of what other blocks have stored",
                            what, reads, rows));
}

void expect_warps_share(const Answer& answer, const std::string& what) {
    for (const Kernel& launch : answer.launches()) {
        const auto all =
            launch.counter("shared_load_wavefronts") + launch.counter("shared_store_wavefronts");
        const auto most = launch.counter("busiest_warp_wavefronts");
        const auto warps = launch.counter("warps");
        const auto of_a_block =
            warps /
            std::max<std::uint64_t>(1, static_cast<std::uint64_t>(score::volume(launch.grid)));
        const std::uint64_t times = std::clamp<std::uint64_t>(of_a_block / 2, 2, 4);
        note_most("wavefronts of one warp", static_cast<double>(most * warps),
                  static_cast<double>(times * all));
        expect_used(most * warps <= times * all,
                    fmt::format("{}: one warp takes {} wavefronts of shared memory, and a warp on "
                                "average {}. Let the warps of a block share its products",
                                what, most, all / std::max<std::uint64_t>(1, warps)));
    }
}

void expect_few_steps(const Answer& answer, double enough, const std::string& message) {
    std::uint64_t steps = 0;
    for (const Kernel& launch : answer.launches()) steps += launch.counter("busiest_thread_steps");
    note_most("steps of one thread", static_cast<double>(steps), enough);
    expect_used(
        static_cast<double>(steps) <= enough,
        fmt::format("one thread takes {} steps, counted by basic blocks of the program and by the "
                    "arithmetic in long ones: {}",
                    steps, message));
}

void expect_no_less(double count, double least, const std::string& message,
                    const Accesses& accesses) {
    note_least("what the work requires", count, least / slack);
    expect_used(count >= least / slack, message, accesses);
}

std::uint64_t sectors_read(const Kernel& launch) {
    std::uint64_t sum = 0;
    for (const char* kind : {"global_load", "red", "atom", "texture"})
        sum += launch.counter(std::string(kind) + "_sectors");
    return sum;
}

std::uint64_t sectors_read(const Answer& answer) {
    std::uint64_t sum = 0;
    for (const Kernel& launch : answer.launches()) sum += sectors_read(launch);
    return sum;
}

void expect_repaired(const Answer& answer, std::string_view kernel, std::size_t launches) {
    constexpr std::uint64_t one_in = 8;
    std::string other;  // the one that reads most
    std::uint64_t by_kernel = 0, by_others = 0, most = 0;
    std::size_t launched = 0;
    for (const Kernel& launch : answer.launches()) {
        const std::uint64_t read = sectors_read(launch);
        const bool is_it = launch.name == kernel;
        launched += is_it;
        (is_it ? by_kernel : by_others) += read;
        if (is_it || read < most) continue;
        other = launch.name;
        most = read;
    }
    note_most("sectors that other kernels read", static_cast<double>(by_others),
              static_cast<double>(by_kernel) / one_in);
    expect_used(
        launched > 0 && by_kernel >= one_in * by_others,
        fmt::format("{} {}: the hunt is about what is wrong in {}; repair that one",
                    answer.function(),
                    other.empty() ? "launches nothing" : "leaves the work to " + other, kernel));
    expect_used(
        launched <= launches,
        fmt::format("{} launches {} {} times; {} {} given: the hunt is about what is wrong "
                    "in the kernel, not about launches in which it does not matter",
                    answer.function(), kernel, launched, launches, launches == 1 ? "was" : "were"));
}

std::uint64_t all_sectors(const Answer& answer) {
    std::uint64_t sum = 0;
    for (const char* kind : {"global_load", "global_store", "red", "atom", "texture"})
        sum += counted(answer, std::string(kind) + "_sectors");
    return sum + (answer.device_copy_bytes() + sector_bytes - 1) / sector_bytes;
}

}  // namespace grader::suite
