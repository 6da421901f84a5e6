#include "against_cpu.hpp"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdint>
#include <cstdio>

#include "kit/device_buffer.hpp"
#include "runner/backend.hpp"
#include "runner/launches.hpp"
#include "runner/roof.hpp"
#include "runner/stopwatch.hpp"

namespace runner {

namespace {

// The loop of lab 01.
void product_on_cpu(const MatvecProblem& problem, std::vector<float>& y) {
    for (int i = 0; i < problem.n; ++i) {
        float sum = problem.b[i];
        for (int j = 0; j < problem.m; ++j) sum += problem.A[problem.at(i, j)] * problem.x[j];
        y[i] = sum;
    }
}

double microseconds_on_cpu(const MatvecProblem& problem, std::vector<float>& y) {
    const auto start = std::chrono::steady_clock::now();
    product_on_cpu(problem, y);
    return std::chrono::duration<double, std::micro>(std::chrono::steady_clock::now() - start)
        .count();
}

// The problem in device memory. x gets some extra space if it would otherwise be as large as
// another array, since the simulator's records identify arrays by their sizes.
struct OnDevice {
    explicit OnDevice(const MatvecProblem& problem)
        : x_count(count_of_its_own(problem)),
          A(problem.A.size()),
          x(x_count),
          b(problem.b.size()),
          y(problem.b.size()) {
        std::vector<float> longer = problem.x;
        longer.resize(x_count);
        A.copy_from(problem.A.data());
        x.copy_from(longer.data());
        b.copy_from(problem.b.data());
    }

    static std::size_t count_of_its_own(const MatvecProblem& problem) {
        std::size_t count = problem.x.size();
        while (count == problem.A.size() || count == problem.b.size()) ++count;
        return count;
    }

    std::size_t x_count;
    kit::DeviceBuffer<float> A, x, b, y;
};

struct Counts {
    std::uint64_t blocks = 0, threads = 0, sectors_of_A = 0, sectors_of_x = 0;
};

Counts counts_of_call(const OnDevice& device) {
    Counts counts;
    for (const Launch& launch : recorded_launches()) {
        counts.blocks += launch.blocks();
        counts.threads += launch.threads();
        for (const Launch::Traffic& array : launch.arrays) {
            if (array.op != "load") continue;
            const auto elements = array.bytes / sizeof(float);
            if (elements == device.A.count()) counts.sectors_of_A += array.sectors;
            if (elements == device.x_count) counts.sectors_of_x += array.sectors;
        }
    }
    return counts;
}

class Comparison {
  public:
    Comparison(const Program& program, const DemonstrationOptions& options)
        : problem_(make_matvec_problem(options.rows, options.cols, Layout::row_major,
                                       input_kind(options.inputs), options.seed)),
          device_(problem_),
          bytes_(4.0 * static_cast<double>(problem_.A.size())),
          from_cpu_(problem_.b.size()) {
        std::printf("%s: the same product on the CPU and on %s\n", program.lab().c_str(),
                    backend::description().c_str());
        std::printf("  n = %d rows, m = %d columns, %s from seed %llu; A has %.0f sectors\n",
                    options.rows, options.cols, options.inputs.c_str(),
                    static_cast<unsigned long long>(options.seed), std::ceil(bytes_ / 32));
        cpu_microseconds_ = microseconds_on_cpu(problem_, from_cpu_);
    }

    /// Returns whether all functions are right.
    bool show_costs(const std::vector<Matvec>& functions) {
        std::printf("  %-16s %10s %12s %14s %14s   %s\n", "", "blocks", "threads", "sectors of A",
                    "sectors of x", "largest difference from the CPU's y");
        bool right = true;
        for (const Matvec& function : functions) {
            const Difference difference = differ(function);
            const Counts counts = counts_of_call(device_);
            std::printf("  %-16s %10llu %12llu %14llu %14llu", function.name.c_str(),
                        static_cast<unsigned long long>(counts.blocks),
                        static_cast<unsigned long long>(counts.threads),
                        static_cast<unsigned long long>(counts.sectors_of_A),
                        static_cast<unsigned long long>(counts.sectors_of_x));
            right = show(difference) && right;
        }
        return right;
    }

    /// The same. The arrays are used repeatedly, so small ones come from the cache.
    bool show_times(const std::vector<Matvec>& functions) {
        kit::DeviceBuffer<float> sums(static_cast<std::size_t>(read_all_sums()));
        std::vector<Difference> differences;
        std::vector<Work> works;
        for (const Matvec& function : functions) {
            differences.push_back(differ(function));
            works.push_back([this, &function](int) { call(function); });
        }
        const std::size_t fours = device_.A.count() / 4 * 4;
        const Reading reading = faster_reading(device_.A.data(), fours, sums.data());
        works.push_back(
            [&](int) { read_all(device_.A.data(), fours, sums.data(), nullptr, reading); });
        const auto times = time_side_by_side(works, 1);

        std::printf("  %-16s %15s %15s %14s   %s\n", "", "time", "A arrives at", "as fast",
                    "largest difference from the CPU's y");
        show_time("CPU, one thread", cpu_microseconds_);
        std::printf("\n");
        bool right = true;
        for (std::size_t i = 0; i < functions.size(); ++i) {
            show_time(functions[i].name.c_str(), times[i].median);
            right = show(differences[i]) && right;
        }
        show_time("only reads A", times.back().median);
        std::printf("\n");
        return right;
    }

    void show_tolerance() const {
        if (!problem_.rounds) return;
        std::printf("  rounding alone may part two right sums of y[0] by %.2g\n",
                    2 * expected_element(problem_, 0).tolerance);
    }

  private:
    struct Difference {
        double largest = 0;
        bool right = false;
    };

    void call(const Matvec& function) {
        function.body({.n = problem_.n,
                       .m = problem_.m,
                       .y = device_.y.data(),
                       .A = device_.A.data(),
                       .x = device_.x.data(),
                       .b = device_.b.data(),
                       .numbers = {},
                       .scratch_memory = {}});
    }

    Difference differ(const Matvec& function) {
        backend::begin_call();
        call(function);
        std::vector<float> y(problem_.b.size());
        device_.y.copy_to(y.data());
        Difference difference{.right = !first_wrong(problem_, y)};
        for (std::size_t i = 0; i < y.size(); ++i)
            difference.largest =
                std::max(difference.largest, std::abs(double{y[i]} - from_cpu_[i]));
        return difference;
    }

    static bool show(const Difference& difference) {
        std::printf("   %.2g%s\n", difference.largest, difference.right ? "" : ": wrong");
        return difference.right;
    }

    void show_time(const char* name, double microseconds) const {
        std::printf("  %-16s %12.1f us %10.1f GB/s %8.1f times", name, microseconds,
                    bytes_ / microseconds * 1e-3, cpu_microseconds_ / microseconds);
    }

    MatvecProblem problem_;
    OnDevice device_;
    double bytes_;  // of A
    std::vector<float> from_cpu_;
    double cpu_microseconds_ = 0;
};

}  // namespace

void declare_cpu_comparison(Program& program, std::vector<Matvec> functions) {
    program.mode(
        {.name = "compare",
         .help = "compute the product on the CPU and with each function",
         .body = [&program, functions = std::move(functions)](const DemonstrationOptions& options) {
             Comparison comparison(program, options);
             const bool right = backend::is_simulated() ? comparison.show_costs(functions)
                                                        : comparison.show_times(functions);
             comparison.show_tolerance();
             return right ? 0 : 1;
         }});
}

}  // namespace runner
