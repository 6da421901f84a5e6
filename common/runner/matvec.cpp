#include "runner/matvec.hpp"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <cstring>
#include <nlohmann/json.hpp>
#include <span>
#include <stdexcept>

#include "kit/device_buffer.hpp"
#include "kit/timing.hpp"
#include "runner/backend.hpp"
#include "runner/perform.hpp"

namespace runner {

namespace {

std::size_t aligned(std::size_t bytes) {
    return (bytes + array_alignment - 1) / array_alignment * array_alignment;
}

// The request the grader would send for this problem, with its inputs' bytes.
struct Prepared {
    Request request;
    std::vector<std::byte> inputs;
    std::vector<std::byte> outputs;
};

void add_input(Prepared& prepared, const char* name, std::span<const float> values) {
    const std::size_t offset = aligned(prepared.inputs.size());
    const auto bytes = std::as_bytes(values);
    prepared.inputs.resize(offset);
    prepared.inputs.insert(prepared.inputs.end(), bytes.begin(), bytes.end());
    prepared.request.arrays.push_back(
        {.name = name, .role = Role::in, .count = values.size(), .offset = offset});
}

Prepared prepare(const std::string& function, const MatvecProblem& problem) {
    Prepared prepared;
    prepared.request.function = function;
    prepared.request.sizes = {{"n", problem.n}, {"m", problem.m}};
    add_input(prepared, "A", problem.A);
    add_input(prepared, "x", problem.x);
    add_input(prepared, "b", problem.b);
    prepared.request.arrays.push_back(
        {.name = "y", .role = Role::out, .count = problem.b.size(), .offset = 0});
    prepared.outputs.resize(problem.b.size() * sizeof(float));
    return prepared;
}

// Prints the largest error beside the bound, or the first wrong element. True where all is right.
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

void show_launch(const nlohmann::json& kernel) {
    const auto& grid = kernel.at("grid");
    const auto& block = kernel.at("block");
    std::printf("  %s<<<(%u, %u, %u), (%u, %u, %u)>>>\n",
                kernel.at("name").get<std::string>().c_str(), grid[0].get<unsigned>(),
                grid[1].get<unsigned>(), grid[2].get<unsigned>(), block[0].get<unsigned>(),
                block[1].get<unsigned>(), block[2].get<unsigned>());
    for (const auto& [counter, value] : kernel.at("counters").items())
        std::printf("    %-30s %12s\n", counter.c_str(), value.dump().c_str());
    if (const std::string estimate = backend::estimate(kernel.dump()); !estimate.empty())
        std::printf("    %s\n", estimate.c_str());
}

void show_launches(const nlohmann::json& kernels) {
    constexpr std::size_t most_shown = 8;
    std::printf("  %zu kernel launch%s, counted by the simulator:\n", kernels.size(),
                kernels.size() == 1 ? "" : "es");
    for (std::size_t i = 0; i < std::min(kernels.size(), most_shown); ++i) show_launch(kernels[i]);
    if (kernels.size() > most_shown) std::printf("  ...\n");
}

// The median of several runs after one that loads the kernel, and the rate at which A came in.
void show_time(const Matvec& matvec, const MatvecProblem& problem) {
    constexpr int runs = 21;
    kit::DeviceBuffer<float> d_A(problem.A.size()), d_x(problem.x.size()), d_b(problem.b.size());
    kit::DeviceBuffer<float> d_y(problem.b.size());
    d_A.copy_from(problem.A.data());
    d_x.copy_from(problem.x.data());
    d_b.copy_from(problem.b.data());
    const auto once = [&] {
        matvec.body(problem.n, problem.m, d_y.data(), d_A.data(), d_x.data(), d_b.data());
    };
    once();
    std::vector<float> times(runs);
    for (float& time : times) time = kit::milliseconds(once);
    std::nth_element(times.begin(), times.begin() + runs / 2, times.end());
    const double microseconds = 1e3 * times[runs / 2];
    const double bytes = static_cast<double>(problem.A.size()) * sizeof(float);
    std::printf("  %.2f us, the median of %d runs: A arrives at %.1f GB/s\n", microseconds, runs,
                bytes / microseconds * 1e-3);
}

// The same for a function that takes host memory, by the host's clock, copies included.
void show_host_time(const Matvec& matvec, const MatvecProblem& problem) {
    constexpr int runs = 5;
    std::vector<float> y(problem.b.size());
    std::vector<double> times(runs);
    for (double& time : times) {
        const auto start = std::chrono::steady_clock::now();
        matvec.body(problem.n, problem.m, y.data(), problem.A.data(), problem.x.data(),
                    problem.b.data());
        time = std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - start)
                   .count();
    }
    std::nth_element(times.begin(), times.begin() + runs / 2, times.end());
    std::printf("  %.2f ms on this machine's CPU, the median of %d runs%s\n", times[runs / 2], runs,
                backend::is_simulated() ? ", every access watched by the simulator" : "");
}

int demonstrate(const Program& program, const Matvec& matvec, const DemonstrationOptions& options) {
    const MatvecProblem problem = make_matvec_problem(options.rows, options.cols, matvec.layout,
                                                      input_kind(options.inputs), options.seed);
    std::printf("%s: %s\n%s, n = %d rows, m = %d columns, %s from seed %llu, on %s\n",
                program.lab().c_str(), program.summary().c_str(), matvec.name.c_str(), problem.n,
                problem.m, options.inputs.c_str(), static_cast<unsigned long long>(options.seed),
                backend::description().c_str());
    Prepared prepared = prepare(matvec.name, problem);
    const Reply reply = perform(program, prepared.request, prepared.inputs, prepared.outputs);
    if (reply.status != ReplyStatus::returned) {
        std::printf("  %s\n", reply.reason.c_str());
        return 1;
    }
    if (reply.error != "cudaSuccess") std::printf("  CUDA reports %s\n", reply.error.c_str());
    std::vector<float> y(problem.b.size());
    std::memcpy(y.data(), prepared.outputs.data(), prepared.outputs.size());
    const bool right = show_error(problem, y) && reply.error == "cudaSuccess";
    const auto kernels = nlohmann::json::parse(backend::records()).at("kernels");
    if (backend::is_simulated() && (matvec.memory == Memory::device || !kernels.empty()))
        show_launches(kernels);
    else if (right && matvec.memory == Memory::device)
        show_time(matvec, problem);
    else if (right)
        show_host_time(matvec, problem);
    return right ? 0 : 1;
}

void adapt(const Matvec& matvec, Call& call) {
    const int n = call.size("n");
    const int m = call.size("m");
    if (matvec.memory == Memory::device)
        call.result(matvec.body(n, m, call.output<float>("y"), call.input<float>("A"),
                                call.input<float>("x"), call.input<float>("b")));
    else
        call.result(matvec.body(n, m, call.host_output<float>("y"), call.host_input<float>("A"),
                                call.host_input<float>("x"), call.host_input<float>("b")));
}

}  // namespace

void declare(Program& program, std::vector<Matvec> functions) {
    for (const Matvec& matvec : functions)
        program.function(matvec.name, [matvec](Call& call) { adapt(matvec, call); });
    program.demonstration(
        [&program, functions = std::move(functions)](const DemonstrationOptions& options) {
            for (const Matvec& matvec : functions)
                if (matvec.name == options.function) return demonstrate(program, matvec, options);
            throw std::invalid_argument("no function '" + options.function + "'");
        });
}

}  // namespace runner
