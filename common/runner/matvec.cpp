#include "runner/matvec.hpp"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <ctime>
#include <span>
#include <stdexcept>

#include "kit/timing.hpp"
#include "runner/backend.hpp"
#include "runner/by_hand.hpp"
#include "runner/device_matvec.hpp"
#include "runner/timing.hpp"

namespace runner {

namespace {

CallByHand prepare(const Matvec& matvec, const MatvecProblem& problem,
                   const std::map<std::string, int>& numbers) {
    CallByHand call(matvec.name);
    call.size("n", problem.rows()).size("m", problem.columns());
    for (const auto& [name, value] : numbers) call.size(name, value);
    call.input("A", problem.A).input("x", problem.x).input("b", problem.b);
    call.output("y", problem.b.size());
    for (const auto& [name, count] : matvec.scratch_memory)
        call.output(name, count(problem.rows(), problem.columns()));
    return call;
}

// Prints the largest error with its bound, or the first wrong element. Returns true if all is
// right.
bool show_error(const MatvecProblem& problem, std::span<const float> y) {
    if (const auto wrong = first_wrong(problem, y)) {
        const Expected expected = expected_element(problem, *wrong);
        std::printf("  y[%d] is %.9g, expected %.9g", *wrong, y[*wrong], expected.value);
        std::printf(is_unwritten(y[*wrong]) ? " (never written)\n" : "\n");
        return false;
    }
    double largest = 0, allowed = 0;
    for (int i = 0; i < problem.n; ++i) {
        const Expected expected = expected_element(problem, i);
        const double error = std::abs(y[i] - expected.value);
        if (error < largest) continue;
        largest = error;
        allowed = expected.tolerance;
    }
    std::printf("  all %d elements right: largest error %.2g", problem.n, largest);
    if (problem.rounds)
        std::printf(", rounding allows %.2g there\n", allowed);
    else
        std::printf(", as it must be for small integers\n");
    return true;
}

// Prints the median of several runs after one that loads the kernel, and the bandwidth for A.
void show_time(const Matvec& matvec, const MatvecProblem& problem,
               const std::map<std::string, int>& numbers) {
    constexpr int runs = 21;
    const DeviceMatvec arrays(matvec, problem, numbers);
    const auto once = [&] { matvec.body(arrays.call()); };
    once();
    std::vector<float> times(runs);
    for (float& time : times) time = kit::milliseconds(once);
    std::nth_element(times.begin(), times.begin() + runs / 2, times.end());
    const double microseconds = 1e3 * times[runs / 2];
    const double bytes = static_cast<double>(problem.A.size()) * sizeof(float);
    std::printf("  %.2f us, the median of %d runs: A arrives at %.1f GB/s\n", microseconds, runs,
                bytes / microseconds * 1e-3);
}

// On a device by the clock, including copies; on the simulator the processor's time, since other
// programs may run beside it.
double host_milliseconds() {
    if (backend::is_simulated()) return 1e3 * static_cast<double>(std::clock()) / CLOCKS_PER_SEC;
    return std::chrono::duration<double, std::milli>(
               std::chrono::steady_clock::now().time_since_epoch())
        .count();
}

// The same for a function with host memory. `counts_lines`: beside the time stands what a modelled
// cache fetches.
void show_host_time(const Matvec& matvec, const MatvecProblem& problem,
                    const std::map<std::string, int>& numbers, bool counts_lines) {
    constexpr int runs = 5;
    std::vector<float> y(problem.b.size());
    const MatvecCall call{.n = problem.rows(),
                          .m = problem.columns(),
                          .y = y.data(),
                          .A = problem.A.data(),
                          .x = problem.x.data(),
                          .b = problem.b.data(),
                          .numbers = numbers,
                          .scratch_memory = {}};
    std::vector<double> times(runs);
    for (double& time : times) {
        const double start = host_milliseconds();
        matvec.body(call);
        time = host_milliseconds() - start;
    }
    std::nth_element(times.begin(), times.begin() + runs / 2, times.end());
    std::printf("  %.2f ms on this machine's CPU, the median of %d runs%s\n", times[runs / 2], runs,
                backend::is_simulated() ? ", every access watched by the simulator" : "");
    if (counts_lines)
        std::printf(
            "  (that depends on how many accesses a loop makes more than on the cache: the "
            "lines\n  tell the orders of loops apart)\n");
}

// `fetched`: 0 on a device, where accesses of host code are not counted.
void show_host_cost(const Matvec& matvec, const MatvecProblem& problem,
                    const std::map<std::string, int>& numbers, std::uint64_t fetched) {
    if (fetched > 0 && !is_to_be_predicted(matvec.name))
        std::printf(
            "  %llu lines of 64 bytes fetched by a cache of 32 KiB (a model: 8 ways, LRU);\n"
            "  A has %llu\n",
            static_cast<unsigned long long>(fetched),
            static_cast<unsigned long long>((problem.A.size() * sizeof(float) + 63) / 64));
    show_host_time(matvec, problem, numbers, fetched > 0);
}

std::string shown(const std::map<std::string, int>& numbers) {
    std::string text;
    for (const auto& [name, value] : numbers) text += ", " + name + " = " + std::to_string(value);
    return text;
}

int demonstrate(const Program& program, const Matvec& matvec, const DemonstrationOptions& options) {
    const MatvecProblem problem = make_matvec_problem(options.rows, options.cols, matvec.layout,
                                                      input_kind(options.inputs), options.seed);
    std::printf("%s: %s\n%s, n = %d row%s, m = %d column%s%s, %s from seed %llu, on %s\n",
                program.lab().c_str(), program.summary().c_str(), matvec.name.c_str(),
                problem.rows(), problem.rows() == 1 ? "" : "s", problem.columns(),
                problem.columns() == 1 ? "" : "s", shown(options.numbers).c_str(),
                options.inputs.c_str(), static_cast<unsigned long long>(options.seed),
                backend::description().c_str());
    CallByHand call = prepare(matvec, problem, options.numbers);
    if (matvec.memory == Memory::host) call.watch_cache();
    const bool fine = call.perform(program);
    const bool right = show_error(problem, call.values("y")) && fine;
    if (backend::is_simulated() && (matvec.memory == Memory::device || launches() > 0))
        call.show_launches();
    else if (right && matvec.memory == Memory::device)
        show_time(matvec, problem, options.numbers);
    else if (right)
        show_host_cost(matvec, problem, options.numbers, call.lines_fetched());
    return right ? 0 : 1;
}

void adapt(const Program& program, const Matvec& matvec, Call& call) {
    MatvecCall arguments;
    arguments.n = call.size("n");
    arguments.m = call.size("m");
    for (const Number& number : program.numbers())
        arguments.numbers[number.name] = call.size(number.name, number.preset);
    const bool on_device = matvec.memory == Memory::device;
    const auto input = [&](const char* name) {
        return on_device ? call.input<float>(name) : call.host_input<float>(name);
    };
    const auto output = [&](const std::string& name) {
        return on_device ? call.output<float>(name) : call.host_output<float>(name);
    };
    arguments.y = output("y");
    arguments.A = input("A");
    arguments.x = input("x");
    arguments.b = input("b");
    for (const auto& scratch : matvec.scratch_memory)
        arguments.scratch_memory[scratch.first] = output(scratch.first);
    call.result(matvec.body(arguments));
}

}  // namespace

void declare(Program& program, std::vector<Matvec> functions) {
    for (const Matvec& matvec : functions)
        program.function(matvec.name,
                         [&program, matvec](Call& call) { adapt(program, matvec, call); });
    declare_timing(program, functions);
    program.demonstration(
        [&program, functions = std::move(functions)](const DemonstrationOptions& options) {
            for (const Matvec& matvec : functions)
                if (matvec.name == options.function) return demonstrate(program, matvec, options);
            throw std::invalid_argument("no function '" + options.function + "'");
        });
}

}  // namespace runner
