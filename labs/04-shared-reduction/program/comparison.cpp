#include "comparison.hpp"

#include <cuda_runtime.h>

#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <memory>
#include <string>
#include <vector>

#include "runner/backend.hpp"
#include "runner/device_matvec.hpp"
#include "runner/launches.hpp"
#include "runner/results.hpp"
#include "runner/stopwatch.hpp"
#include "runner/yardsticks.hpp"

namespace runner {

namespace {

struct Measured {
    bool right = false;
    std::int64_t threads = 0;  // of all launches; counted by the simulator
    Spread microseconds;       // on a device
};

std::int64_t threads_of_launches() {
    std::int64_t threads = 0;
    for (const Launch& launch : recorded_launches())
        threads += static_cast<std::int64_t>(launch.threads());
    return threads;
}

/// Measures the functions on one problem; on a device, in batches that take turns.
/// The last `unchecked` of them compute something else.
std::vector<Measured> measure(const std::vector<Matvec>& functions, std::size_t unchecked,
                              const MatvecProblem& problem,
                              const std::map<std::string, int>& numbers) {
    std::vector<Measured> all;
    std::vector<std::unique_ptr<DeviceMatvec>> arrays;
    std::vector<Work> works;
    for (const Matvec& matvec : functions) {
        arrays.push_back(std::make_unique<DeviceMatvec>(matvec, problem, numbers));
        const MatvecCall& call = arrays.back()->call();
        backend::begin_call();
        matvec.body(call);
        Measured measured;
        if (backend::is_simulated()) measured.threads = threads_of_launches();
        measured.right =
            all.size() + unchecked >= functions.size() || !first_wrong(problem, arrays.back()->y());
        all.push_back(measured);
        works.push_back([&matvec, &call](int) { matvec.body(call); });
    }
    if (backend::is_simulated()) return all;
    const auto times = time_side_by_side(works, 1);
    for (std::size_t i = 0; i < all.size(); ++i) all[i].microseconds = times[i];
    return all;
}

std::string shown(const Measured& measured, std::int64_t resident) {
    char text[64];
    if (!measured.right) return "wrong";
    if (!backend::is_simulated())
        std::snprintf(text, sizeof text, "%.2f us", measured.microseconds.median);
    else
        std::snprintf(text, sizeof text, "%lld (%.3g%%)", static_cast<long long>(measured.threads),
                      std::min(100.0, 100.0 * static_cast<double>(measured.threads) /
                                          static_cast<double>(resident)));
    return text;
}

int compare_by_rows(const Program& program, std::vector<Matvec> functions,
                    const DemonstrationOptions& options) {
    const auto beside = yardsticks(functions.front().layout);
    functions.insert(functions.end(), beside.begin(), beside.end());
    cudaDeviceProp device{};
    CUDA_CHECK(cudaGetDeviceProperties(&device, 0));
    const std::int64_t resident =
        std::int64_t{device.multiProcessorCount} * device.maxThreadsPerMultiProcessor;
    std::printf("%s: fewer and fewer rows of m = %d columns, on %s\n", program.lab().c_str(),
                options.cols, backend::description().c_str());
    std::printf(backend::is_simulated()
                    ? "  threads started, and how much of the device they fill"
                      " (it holds %lld)\n"
                    : "  a call, the median of 21 batches (the device holds %lld threads)\n",
                static_cast<long long>(resident));
    std::printf("  %8s", "rows");
    for (const Matvec& matvec : functions) std::printf("  %26s", matvec.name.c_str());
    std::printf("\n");
    std::string table = table_line({"rows", "columns", "function", "us", "p10", "p90", "threads"});
    bool all_right = true;
    for (int rows = options.rows; rows > 0; rows /= 4) {
        const auto problem = make_matvec_problem(rows, options.cols, functions.front().layout,
                                                 input_kind(options.inputs), options.seed);
        std::printf("  %8d", rows);
        const auto all = measure(functions, beside.size(), problem, options.numbers);
        for (std::size_t i = 0; i < all.size(); ++i) {
            all_right = all_right && all[i].right;
            std::printf("  %26s", shown(all[i], resident).c_str());
            const Spread& us = all[i].microseconds;
            table += table_line({std::to_string(rows), std::to_string(options.cols),
                                 functions[i].name, fixed(us.median, 3), fixed(us.p10, 3),
                                 fixed(us.p90, 3), std::to_string(all[i].threads)});
        }
        std::printf("\n");
    }
    if (!options.out.empty()) deliver({{"compare.csv", table}}, options.out);
    return all_right ? 0 : 1;
}

}  // namespace

void declare_comparison(Program& program, std::vector<Matvec> functions) {
    program.mode(
        {.name = "compare",
         .help = "compare the functions for fewer and fewer rows",
         .body =
             [&program, functions = std::move(functions)](const DemonstrationOptions& options) {
                 return compare_by_rows(program, functions, options);
             },
         .saves = true});
}

}  // namespace runner
