#include "sweep.hpp"

#include <algorithm>
#include <cstdio>
#include <stdexcept>
#include <vector>

#include "charts.hpp"
#include "count.hpp"
#include "report.hpp"
#include "runner/backend.hpp"
#include "runner/results.hpp"

namespace runner {

namespace {

constexpr int least_power = 7, most_power = 14;  // the paper's, columns of 2^7 to 2^14
constexpr int least_simulated_power = 5, simulated_power = 7;

std::vector<sweep::Shape> shapes_of(const DemonstrationOptions& options) {
    const int power = options.numbers.at("power"), rows = options.numbers.at("rows-power");
    auto all = sweep::shapes(std::min(options.numbers.at("least-power"), power), power);
    if (rows > 0)
        std::erase_if(all, [rows](const sweep::Shape& shape) { return shape.n != 1 << rows; });
    if (all.empty())
        throw std::runtime_error("no matrix has more rows than columns: lower --rows-power");
    return all;
}

int finish(const std::string& text, Results results, const std::string& folder, bool right) {
    std::printf("%s", text.c_str());
    results["sweep.md"] = text;
    if (!folder.empty()) deliver(results, folder);
    return right ? 0 : 1;
}

int sweep_on_device(const sweep::Algorithms& algorithms, const DemonstrationOptions& options) {
    const sweep::Effort effort{.shapes = shapes_of(options)};
    const auto measured = measure(
        algorithms, effort, [](int columns) { std::fprintf(stderr, "%d columns\n", columns); });
    return finish(report(measured, effort, backend::description()),
                  {{"sweep.csv", sweep::comma_separated(measured)},
                   {"sweep.svg", sweep::charts_of(measured)}},
                  options.out, std::ranges::all_of(measured.cells, &sweep::Cell::right));
}

int sweep_on_simulator(const sweep::Algorithms& algorithms, const DemonstrationOptions& options) {
    const auto counted = count(algorithms, shapes_of(options));
    return finish(count_report(counted, backend::description()),
                  {{"sweep.csv", sweep::comma_separated(counted)}}, options.out,
                  std::ranges::all_of(counted, &sweep::Counted::right));
}

}  // namespace

void declare_sweep(Program& program, sweep::Algorithms algorithms) {
    const bool simulated = backend::is_simulated();
    program.mode(
        {.name = "sweep",
         .help = "repeat a paper's evaluation of the algorithms on this machine",
         .body =
             [algorithms = std::move(algorithms), simulated](const DemonstrationOptions& options) {
                 return simulated ? sweep_on_simulator(algorithms, options)
                                  : sweep_on_device(algorithms, options);
             },
         .saves = true,
         .numbers = {
             {.name = "power",
              .preset = simulated ? simulated_power : most_power,
              .least = 1,
              .most = most_power,
              .help = "--sweep: the largest matrices have 2^power columns"},
             {.name = "least-power",
              .preset = simulated ? least_simulated_power : least_power,
              .least = 1,
              .most = most_power,
              .help = "--sweep: the smallest matrices have 2^least-power columns"},
             {.name = "rows-power",
              .preset = 0,
              .least = 0,
              .most = most_power,
              .help = "--sweep: only matrices with 2^rows-power rows; 0: with every number"}}});
}

}  // namespace runner
