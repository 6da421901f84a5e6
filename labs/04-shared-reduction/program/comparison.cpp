#include "comparison.hpp"

#include <cuda_runtime.h>

#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <string>

#include "kit/timing.hpp"
#include "runner/backend.hpp"
#include "runner/device_matvec.hpp"
#include "runner/launches.hpp"

namespace runner {

namespace {

struct Measured {
    bool right = false;
    std::int64_t threads = 0;  // of all launches; the simulator counts them
    double microseconds = 0;   // on a device
};

std::int64_t threads_of_launches() {
    std::int64_t threads = 0;
    for (const Launch& launch : recorded_launches())
        threads += static_cast<std::int64_t>(launch.threads());
    return threads;
}

double median_microseconds(const std::function<void()>& once) {
    std::vector<float> times(21);
    for (float& time : times) time = kit::milliseconds(once);
    std::nth_element(times.begin(), times.begin() + 10, times.end());
    return 1e3 * times[10];
}

Measured measure(const Matvec& matvec, const MatvecProblem& problem,
                 const std::map<std::string, int>& numbers) {
    const DeviceMatvec arrays(matvec, problem, numbers);
    const auto once = [&] { matvec.body(arrays.call()); };
    backend::begin_call();
    once();
    Measured measured;
    if (backend::is_simulated())
        measured.threads = threads_of_launches();
    else
        measured.microseconds = median_microseconds(once);
    measured.right = !first_wrong(problem, arrays.y());
    return measured;
}

std::string shown(const Measured& measured, std::int64_t resident) {
    char text[64];
    if (!measured.right) return "wrong";
    if (!backend::is_simulated())
        std::snprintf(text, sizeof text, "%.2f us", measured.microseconds);
    else
        std::snprintf(text, sizeof text, "%lld (%.3g%%)", static_cast<long long>(measured.threads),
                      std::min(100.0, 100.0 * static_cast<double>(measured.threads) /
                                          static_cast<double>(resident)));
    return text;
}

int compare_by_rows(const Program& program, const std::vector<Matvec>& functions,
                    const DemonstrationOptions& options) {
    cudaDeviceProp device{};
    CUDA_CHECK(cudaGetDeviceProperties(&device, 0));
    const std::int64_t resident =
        std::int64_t{device.multiProcessorCount} * device.maxThreadsPerMultiProcessor;
    std::printf("%s: fewer and fewer rows of m = %d columns, on %s\n", program.lab().c_str(),
                options.cols, backend::description().c_str());
    std::printf(backend::is_simulated()
                    ? "  threads started, and how much of the device they fill"
                      " (it holds %lld)\n"
                    : "  the median of 21 runs (the device holds %lld threads)\n",
                static_cast<long long>(resident));
    std::printf("  %8s", "rows");
    for (const Matvec& matvec : functions) std::printf("  %20s", matvec.name.c_str());
    std::printf("\n");
    bool all_right = true;
    for (int rows = options.rows; rows > 0; rows /= 4) {
        const auto problem = make_matvec_problem(rows, options.cols, functions.front().layout,
                                                 input_kind(options.inputs), options.seed);
        std::printf("  %8d", rows);
        for (const Matvec& matvec : functions) {
            const Measured measured = measure(matvec, problem, options.numbers);
            all_right = all_right && measured.right;
            std::printf("  %20s", shown(measured, resident).c_str());
        }
        std::printf("\n");
    }
    return all_right ? 0 : 1;
}

}  // namespace

void declare_comparison(Program& program, std::vector<Matvec> functions) {
    program.mode(
        {.name = "compare",
         .help = "functions side by side as the rows become fewer",
         .body = [&program, functions = std::move(functions)](const DemonstrationOptions& options) {
             return compare_by_rows(program, functions, options);
         }});
}

}  // namespace runner
