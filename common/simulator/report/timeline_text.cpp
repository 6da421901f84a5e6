#include "simulator/report/timeline_text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>

#include "simulator/report/findings/resolve.hpp"
#include "simulator/report/wrap.hpp"

namespace cusim::report {
namespace {

constexpr std::size_t most_rows = 24;

// A digit for 1 to 9 requests, another mark for more; blank if the warp has no threads left.
char mark(std::uint64_t requests, bool is_there) {
    if (requests > 9) return '+';
    if (requests > 0) return static_cast<char>('0' + requests);
    return is_there ? '.' : ' ';
}

std::string row(const std::string& barrier, const std::string& execution,
                const std::string& threads, const std::string& marks) {
    std::string text = fmt::format("  {:<20} {:>9} {:>8}  ", barrier, execution, threads);
    // Separated by blanks if there is room.
    for (const char c : marks) text += marks.size() <= 16 ? std::string{' ', c} : std::string{c};
    return text.substr(0, text.find_last_not_of(' ') + 1) + '\n';
}

std::string name_of(const Site& barrier) {
    const Place place = resolve(barrier);
    const std::string name = fmt::format("{}:{}", place.file, place.line);
    return name.size() <= 20 ? name : fmt::format("line {}", place.line);
}

std::string passage_row(const BarrierPassage& passage, std::uint64_t all) {
    std::uint64_t threads = 0;
    std::string marks;
    for (const WarpStretch& warp : passage.warps) {
        threads += warp.threads;
        marks += mark(warp.requests, warp.threads > 0);
    }
    const bool complete = threads == all;
    return row(name_of(passage.barrier), std::to_string(passage.execution),
               complete ? std::to_string(threads) : fmt::format("{}/{}", threads, all), marks);
}

// Warps that only waited, while others of the block still worked.
std::pair<std::uint64_t, std::uint64_t> waits(const BarrierTimeline& timeline) {
    std::uint64_t idle = 0, all = 0;
    for (const BarrierPassage& passage : timeline.passages) {
        const bool somebody_works = std::ranges::any_of(
            passage.warps, [](const WarpStretch& warp) { return warp.requests > 0; });
        for (const WarpStretch& warp : passage.warps) {
            all += warp.threads > 0;
            idle += warp.threads > 0 && warp.requests == 0 && somebody_works;
        }
    }
    return {idle, all};
}

std::string numbers(std::size_t warps) {
    std::string digits;
    for (std::size_t i = 0; i < warps; ++i) digits += static_cast<char>('0' + i % 10);
    return digits;
}

}  // namespace

std::string timeline_text(const BarrierTimeline& timeline) {
    const std::uint64_t threads =
        std::accumulate(timeline.threads.begin(), timeline.threads.end(), std::uint64_t{0});
    std::string text = row("barrier", "execution", "threads", numbers(timeline.threads.size()));
    for (std::size_t i = 0; i < std::min(timeline.passages.size(), most_rows); ++i)
        text += passage_row(timeline.passages[i], threads);
    if (timeline.passed > most_rows)
        text += fmt::format("  ... and {} more\n", timeline.passed - most_rows);
    if (timeline.passed <= most_rows && !timeline.after.empty()) {
        std::string marks;
        for (const std::uint64_t requests : timeline.after) marks += mark(requests, true);
        text += row("after the last", "", "", marks);
    }
    const auto [idle, all] = waits(timeline);
    text += wrapped(
        fmt::format("Under a warp's number: the memory requests it made before that barrier ('+': "
                    "more than 9; '.': none). Warps with fewer wait for those with more. {} of {} "
                    "times a warp had nothing to do but to wait.",
                    idle, all),
        "  ", closeup_width);
    return text;
}

}  // namespace cusim::report
