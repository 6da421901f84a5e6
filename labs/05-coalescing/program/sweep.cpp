#include "sweep.hpp"

#include <algorithm>
#include <cstdio>

#include "charts.hpp"
#include "count.hpp"
#include "report.hpp"
#include "runner/backend.hpp"
#include "runner/results.hpp"

namespace runner {

namespace {

constexpr int least_power = 7, most_power = 14;  // the paper's, columns of 2^7 to 2^14
constexpr int simulated_power = 7;

int finish(const std::string& text, Results results, const std::string& folder, bool right) {
    std::printf("%s", text.c_str());
    results["sweep.md"] = text;
    if (!folder.empty()) deliver(results, folder);
    return right ? 0 : 1;
}

int sweep_on_device(const sweep::Algorithms& algorithms, Transpose transpose, int power,
                    const std::string& folder) {
    const sweep::Effort effort{.shapes = sweep::shapes(std::min(least_power, power), power)};
    const auto measured = measure(algorithms, transpose, effort, [](int columns) {
        std::fprintf(stderr, "%d columns\n", columns);
    });
    return finish(report(measured, effort, backend::description()),
                  {{"sweep.csv", sweep::comma_separated(measured)},
                   {"sweep.svg", sweep::charts_of(measured)}},
                  folder, std::ranges::all_of(measured.cells, &sweep::Cell::right));
}

int sweep_on_simulator(const sweep::Algorithms& algorithms, int power, const std::string& folder) {
    const auto counted = count(algorithms, sweep::shapes(std::min(5, power), power));
    return finish(count_report(counted, backend::description()),
                  {{"sweep.csv", sweep::comma_separated(counted)}}, folder,
                  std::ranges::all_of(counted, &sweep::Counted::right));
}

}  // namespace

void declare_sweep(Program& program, sweep::Algorithms algorithms, Transpose transpose) {
    const bool simulated = backend::is_simulated();
    program.mode({.name = "sweep",
                  .help = "repeat a paper's evaluation of the algorithms on this machine",
                  .body =
                      [algorithms = std::move(algorithms), transpose,
                       simulated](const DemonstrationOptions& options) {
                          const int power = options.numbers.at("power");
                          return simulated
                                     ? sweep_on_simulator(algorithms, power, options.out)
                                     : sweep_on_device(algorithms, transpose, power, options.out);
                      },
                  .saves = true,
                  .numbers = {{.name = "power",
                               .preset = simulated ? simulated_power : most_power,
                               .least = 1,
                               .most = most_power,
                               .help = "--sweep: the largest matrices have 2^power columns"}}});
}

}  // namespace runner
