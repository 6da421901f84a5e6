#include "simulator/report/closeup_text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <utility>
#include <vector>

#include "number_of.hpp"
#include "simulator/report/indices.hpp"
#include "simulator/report/lane_map.hpp"
#include "simulator/report/recorder.hpp"
#include "simulator/report/request_advice.hpp"
#include "simulator/report/source/source_excerpt.hpp"
#include "simulator/report/timeline_text.hpp"
#include "simulator/report/worst_line.hpp"
#include "simulator/report/wrap.hpp"

namespace cusim::report {
namespace {

constexpr std::size_t most_kernels = 8;

std::string coordinates(const Dim3& at) {
    return fmt::format("({},{},{})", at.x, at.y, at.z);
}

Dim3 block_at(std::uint32_t linear, const Dim3& grid) {
    return {linear % grid.x, linear / grid.x % grid.y, linear / grid.x / grid.y};
}

std::string cut(const std::string& text) {
    std::string result;
    for (std::size_t begin = 0; begin < text.size();) {
        const std::size_t end = std::min(text.find('\n', begin), text.size());
        result += text.substr(begin, std::min(end - begin, closeup_width)) + '\n';
        begin = end + 1;
    }
    return result;
}

// Such as "loads of A", "atomics on y".
std::string what(const WorstLine& line) {
    const std::string array = line.variable.empty() ? "an array without a name" : line.variable;
    switch (line.operation) {
        case Operation::load:
            return "loads of " + array;
        case Operation::store:
            return "stores to " + array;
        case Operation::red:
        case Operation::atom:
            break;
    }
    return "atomics on " + array;
}

// The legends, each of which is shown with the first picture of its kind only.
class Legends {
  public:
    std::string text(bool shared) {
        return std::exchange(told_[shared], true)
                   ? ""
                   : wrapped(shared ? bank_legend : sector_legend, "  ", closeup_width);
    }

  private:
    bool told_[2] = {};
};

std::string line_text(const WorstLine& line, const LaunchRecord& launch, Legends& legends) {
    const bool shared = line.space == MemorySpace::shared;
    const std::string unit = shared ? "wavefront" : "sector";
    const RequestExample& example = line.example;
    const std::string rank = line.beyond() > 0
                                 ? "the line that costs most beyond the least possible"
                                 : "no line costs more than the least possible; this one has most";
    std::string text = fmt::format("\n{} memory: {}\n", shared ? "Shared" : "Global", rank);
    text += cut(source_excerpt(line.place, {line.place.line}));
    text += wrapped(fmt::format("{}:{}: {}: {} in {}; the least possible is {}.", line.place.file,
                                line.place.line, what(line), words::number_of(line.cost, unit),
                                words::number_of(line.requests, "request"), line.least),
                    "  ", closeup_width);
    text +=
        wrapped(fmt::format("Its {}request: block {}, warp {}, the warp's request number {} "
                            "here. {} take {}; {} would do.",
                            example.cost > example.least ? "worst " : "first ",
                            coordinates(block_at(example.block, launch.grid)), example.warp,
                            example.turn, words::number_of(std::popcount(example.lanes), "lane"),
                            words::number_of(example.cost, unit), example.least),
                "  ", closeup_width);
    const bool atomic = line.operation == Operation::red || line.operation == Operation::atom;
    text += '\n' + (shared ? bank_map(example, atomic) : sector_map(example, line.variable));
    text += '\n' + legends.text(shared);
    return text + wrapped("Why: " + advice(line), "  ", closeup_width);
}

std::string without_timeline(const Dim3& grid) {
    const Dim3 block = explained_block();
    return has_block(grid, block)
               ? fmt::format("\nBlock {} passed no barrier.\n", coordinates(block))
               : fmt::format("\nThe grid has no block {}.\n", coordinates(block));
}

std::string launch_text(const LaunchRecord& launch, std::size_t number, std::size_t of,
                        Legends& legends) {
    std::string text = fmt::format("{}<<<{}, {}>>> in detail, launch {} of {}\n", launch.name,
                                   coordinates(launch.grid), coordinates(launch.block), number, of);
    const auto lines = worst_lines(launch);
    for (const WorstLine& line : lines) text += line_text(line, launch, legends);
    if (lines.empty()) text += "\nNothing was counted: the launch was stopped or used no memory.\n";
    if (!launch.timeline) return text + without_timeline(launch.grid);
    text += fmt::format("\nBarriers of block {}\n",
                        coordinates(block_at(launch.timeline->block, launch.grid)));
    return text + timeline_text(*launch.timeline);
}

std::uint64_t beyond(const LaunchRecord& launch) {
    std::uint64_t sum = 0;
    for (const AccessRecord& access : launch.accesses)
        if (access.closeup) sum += access.closeup->cost - access.closeup->least;
    return sum;
}

// For each kernel, the index of the launch that represents it.
std::vector<std::size_t> chosen(const std::deque<LaunchRecord>& launches) {
    std::vector<std::size_t> result;
    for (std::size_t i = 0; i < launches.size(); ++i) {
        const auto same = std::ranges::find_if(
            result, [&](std::size_t other) { return launches[other].name == launches[i].name; });
        if (same == result.end())
            result.push_back(i);
        else if (beyond(launches[i]) > beyond(launches[*same]))
            *same = i;
    }
    return result;
}

}  // namespace

std::string closeups_text(const std::deque<LaunchRecord>& launches) {
    if (launches.empty()) return "simulator: no kernel was launched: nothing to show in detail\n";
    const auto all = chosen(launches);
    Legends legends;
    std::string text;
    for (std::size_t i = 0; i < std::min(all.size(), most_kernels); ++i)
        text += launch_text(launches[all[i]], all[i] + 1, launches.size(), legends) + '\n';
    if (all.size() > most_kernels)
        text += fmt::format("... and {} more kernels\n", all.size() - most_kernels);
    return text;
}

}  // namespace cusim::report
