#include "split_comparison.hpp"

#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <memory>
#include <optional>
#include <stdexcept>
#include <string>

#include "runner/backend.hpp"
#include "runner/chart.hpp"
#include "runner/device_matvec.hpp"
#include "runner/launches.hpp"
#include "runner/results.hpp"
#include "runner/stopwatch.hpp"
#include "runner/yardsticks.hpp"

namespace runner {

namespace {

struct Block {
    int sx, sy;
};

constexpr Block blocks_tried[] = {{8, 32}, {32, 8}, {32, 32}, {128, 4}, {1024, 1}};
constexpr int least_n = 32;
constexpr int most_n_simulated = 256;  // all threads of the grid are alive at once there

/// The cost of one way for one n and one shape of block.
struct Cost {
    bool right = false;
    Spread microseconds;                                   // on a device
    std::uint64_t launches = 0, atomics = 0, sectors = 0;  // on the simulator
};

struct Line {
    Block block;
    int n;
    std::vector<Cost> costs;  // one for each way
};

void count_launches(Cost& cost) {
    const auto launches = recorded_launches();
    cost.launches = launches.size();
    for (const Launch& launch : launches) {
        cost.atomics += launch.counters.at("atomic_operations");
        for (const char* name :
             {"global_load_sectors", "global_store_sectors", "red_sectors", "atom_sectors"})
            cost.sectors += launch.counters.at(name);
    }
}

/// The last `unchecked` of the ways compute something else.
Line measure(const std::vector<Matvec>& ways, std::size_t unchecked, const MatvecProblem& problem,
             Block block, std::map<std::string, int> numbers) {
    numbers["sx"] = block.sx;
    numbers["sy"] = block.sy;
    Line line{block, problem.n, {}};
    std::vector<std::unique_ptr<DeviceMatvec>> arrays;
    std::vector<Work> works;
    for (const Matvec& way : ways) {
        arrays.push_back(std::make_unique<DeviceMatvec>(way, problem, numbers));
        const MatvecCall& call = arrays.back()->call();
        backend::begin_call();
        way.body(call);
        Cost cost;
        if (backend::is_simulated()) count_launches(cost);
        cost.right = line.costs.size() + unchecked >= ways.size() ||
                     !first_wrong(problem, arrays.back()->y());
        line.costs.push_back(cost);
        works.push_back([&way, &call](int) { way.body(call); });
    }
    if (backend::is_simulated()) return line;
    const auto times = time_side_by_side(works, 1);
    for (std::size_t i = 0; i < times.size(); ++i) line.costs[i].microseconds = times[i];
    return line;
}

std::string cell(const Cost& cost) {
    char text[64];
    if (!cost.right) return "wrong";
    if (!backend::is_simulated())
        std::snprintf(text, sizeof text, "%.2f", cost.microseconds.median);
    else
        std::snprintf(text, sizeof text, "%llu/%llu/%llu",
                      static_cast<unsigned long long>(cost.launches),
                      static_cast<unsigned long long>(cost.atomics),
                      static_cast<unsigned long long>(cost.sectors));
    return text;
}

const char* unit() {
    return backend::is_simulated()
               ? "launches / atomic operations / sectors of global memory, loads, stores and "
                 "atomics"
               : "microseconds a call, the median of 21 batches, A warm in the cache where it fits";
}

std::string comma_separated(const std::vector<Matvec>& ways, const std::vector<Line>& lines) {
    std::string text =
        table_line({"block", "n", "way", "us", "p10", "p90", "launches", "atomics", "sectors"});
    for (const Line& line : lines)
        for (std::size_t i = 0; i < ways.size(); ++i) {
            const Cost& cost = line.costs[i];
            const Spread& us = cost.microseconds;
            text +=
                table_line({std::to_string(line.block.sx) + " × " + std::to_string(line.block.sy),
                            std::to_string(line.n), ways[i].name, fixed(us.median, 2),
                            fixed(us.p10, 2), fixed(us.p90, 2), std::to_string(cost.launches),
                            std::to_string(cost.atomics), std::to_string(cost.sectors)});
        }
    return text;
}

/// One chart for each shape of block: the cost of each way by n.
Plot plot(const std::vector<Matvec>& ways, const std::vector<Line>& lines) {
    Plot plot;
    for (const Block block : blocks_tried) {
        Chart chart{"sx = " + std::to_string(block.sx) + ", sy = " + std::to_string(block.sy),
                    "n",
                    backend::is_simulated() ? "sectors" : "microseconds",
                    {}};
        for (std::size_t i = 0; i < ways.size(); ++i) {
            Series series{ways[i].name, {}, false, static_cast<int>(i)};
            for (const Line& line : lines)
                if (line.block.sx == block.sx && line.block.sy == block.sy)
                    series.points.push_back({static_cast<double>(line.n),
                                             backend::is_simulated()
                                                 ? static_cast<double>(line.costs[i].sectors)
                                                 : line.costs[i].microseconds.median});
            chart.series.push_back(std::move(series));
        }
        plot.charts.push_back(std::move(chart));
    }
    return plot;
}

int compare_splits(const Program& program, std::vector<Matvec> ways,
                   const DemonstrationOptions& options) {
    const auto beside = yardsticks(Layout::row_major);
    ways.insert(ways.end(), beside.begin(), beside.end());
    const int most_n =
        backend::is_simulated() ? std::min(options.rows, most_n_simulated) : options.rows;
    if (most_n < least_n)
        throw std::runtime_error("--compare begins at n = " + std::to_string(least_n) +
                                 ": give --rows at least that");
    std::printf("%s: ways to split a row, on %s\n  %s\n  %10s %6s", program.lab().c_str(),
                backend::description().c_str(), unit(), "sx x sy", "n");
    for (const Matvec& way : ways) std::printf(" %26s", way.name.c_str());
    std::printf("\n");
    std::vector<Line> lines;
    bool all_right = true;
    for (const Block block : blocks_tried)
        for (int n = least_n; n <= most_n; n *= 2) {
            const auto problem = make_matvec_problem(n, n, Layout::row_major,
                                                     input_kind(options.inputs), options.seed);
            lines.push_back(measure(ways, beside.size(), problem, block, options.numbers));
            std::printf("  %5dx%4d %6d", block.sx, block.sy, n);
            for (const Cost& cost : lines.back().costs) {
                std::printf(" %26s", cell(cost).c_str());
                all_right = all_right && cost.right;
            }
            std::printf("\n");
        }
    if (!options.out.empty())
        deliver({{"compare.csv", comma_separated(ways, lines)}, {"compare.svg", plot(ways, lines)}},
                options.out);
    return all_right ? 0 : 1;
}

}  // namespace

void declare_split_comparison(Program& program, std::vector<Matvec> functions) {
    program.mode(
        {.name = "compare",
         .help = "compare the functions of lab 07 and of this lab, for n from 32 to --rows",
         .body =
             [&program, ways = std::move(functions)](const DemonstrationOptions& options) {
                 return compare_splits(program, ways, options);
             },
         .saves = true});
}

}  // namespace runner
