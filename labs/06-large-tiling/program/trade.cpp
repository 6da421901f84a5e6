#include "trade.hpp"

#include <cstdio>
#include <stdexcept>
#include <string>
#include <vector>

#include "runner/backend.hpp"
#include "runner/device_matvec.hpp"
#include "runner/launches.hpp"
#include "runner/results.hpp"
#include "runner/stopwatch.hpp"

namespace runner {

namespace {

constexpr int most_threads = 1024;
constexpr int rows_tried[] = {1, 2, 4, 8, 16, 32};
constexpr int threads_tried[] = {8, 16, 32, 64, 128, 256};

using Product = void (*)(BlockShape, int, int, float*, const float*, const float*, const float*);

struct Way {
    const char* name;
    Product product;
};
constexpr Way ways[] = {{"x from memory", multiply_rows}, {"x staged", multiply_rows_staged}};

struct Cost {
    Spread us;  // on the simulator, the estimate
    std::uint64_t sectors = 0;
};

std::vector<BlockShape> shapes() {
    std::vector<BlockShape> all;
    for (const int T : rows_tried)
        for (const int Z : threads_tried)
            if (T * Z <= most_threads) all.push_back({T, Z});
    return all;
}

Cost cost_of_launches() {
    Cost cost;
    double us = 0;
    for (const Launch& launch : recorded_launches()) {
        us += backend::estimated_microseconds(launch.record);
        cost.sectors += launch.counters.at("global_load_sectors");
    }
    cost.us = {us, us, us};
    return cost;
}

class Trade {
  public:
    explicit Trade(const DemonstrationOptions& options)
        : problem_(make_matvec_problem(options.rows, options.cols, Layout::row_major,
                                       input_kind(options.inputs), options.seed)),
          arrays_(Matvec{"", [](const MatvecCall&) {}}, problem_, options.numbers) {}

    std::vector<Cost> costs(const Way& way) {
        std::vector<Cost> all;
        for (const BlockShape shape : shapes()) all.push_back(checked(way, shape));
        if (!backend::is_simulated()) add_times(way, all);
        return all;
    }

  private:
    void call(const Way& way, BlockShape shape) {
        const MatvecCall& c = arrays_.call();
        way.product(shape, c.n, c.m, c.y, c.A, c.x, c.b);
    }

    Cost checked(const Way& way, BlockShape shape) {
        backend::begin_call();
        call(way, shape);
        CUDA_CHECK(cudaGetLastError());
        const Cost cost = backend::is_simulated() ? cost_of_launches() : Cost{};
        if (first_wrong(problem_, arrays_.y()))
            throw std::runtime_error(std::string(way.name) + " is wrong with T = " +
                                     std::to_string(shape.T) + ", Z = " + std::to_string(shape.Z));
        return cost;
    }

    void add_times(const Way& way, std::vector<Cost>& costs) {
        std::vector<Work> works;
        for (const BlockShape shape : shapes())
            works.push_back([this, &way, shape](int) { call(way, shape); });
        const auto times = time_side_by_side(works, 1);
        for (std::size_t i = 0; i < times.size(); ++i) costs[i].us = times[i];
    }

    MatvecProblem problem_;
    DeviceMatvec arrays_;
};

void show(const Way& way, const std::vector<Cost>& costs) {
    std::printf("  %s\n  %8s", way.name, "T");
    for (const int Z : threads_tried) std::printf("   Z = %4d", Z);
    std::size_t next = 0;
    const auto all = shapes();
    for (const int T : rows_tried) {
        std::printf("\n  %8d", T);
        for (; next < all.size() && all[next].T == T; ++next)
            std::printf(" %10.2f", costs[next].us.median);
    }
    std::printf("\n");
}

int trade(const Program& program, const DemonstrationOptions& options) {
    if (!has_shapes())
        throw std::runtime_error("the kernels, in program/shapes.cu, are for you to write");
    std::printf(
        "%s: n = %d, m = %d, T rows of a block and Z threads of a row, microseconds%s, on %s\n",
        program.lab().c_str(), options.rows, options.cols,
        backend::is_simulated() ? ", estimated" : "", backend::description().c_str());
    Trade measured(options);
    std::string table = table_line(
        {"way", "T", "Z", "n", "m", "us", "p10", "p90", "blocks", "global_load_sectors"});
    for (const Way& way : ways) {
        const auto costs = measured.costs(way);
        show(way, costs);
        const auto all = shapes();
        for (std::size_t i = 0; i < all.size(); ++i)
            table += table_line({way.name, std::to_string(all[i].T), std::to_string(all[i].Z),
                                 std::to_string(options.rows), std::to_string(options.cols),
                                 fixed(costs[i].us.median, 3), fixed(costs[i].us.p10, 3),
                                 fixed(costs[i].us.p90, 3),
                                 std::to_string((options.rows + all[i].T - 1) / all[i].T),
                                 std::to_string(costs[i].sectors)});
    }
    if (!options.out.empty()) deliver({{"trade.csv", table}}, options.out);
    return 0;
}

}  // namespace

void declare_trade(Program& program) {
    program.mode(
        {.name = "trade",
         .help = "rungs 2 and 3 over the rows of a block and the threads of a row",
         .body =
             [&program](const DemonstrationOptions& options) { return trade(program, options); },
         .saves = true});
}

}  // namespace runner
