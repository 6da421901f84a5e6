#include "suite/timing.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <vector>

#include "suite/run.hpp"
#include "suite/work.hpp"

namespace grader::suite {

namespace {

constexpr int rounds = 5;
constexpr int most_runs = 4096;
constexpr int growth = 4;
constexpr double shortest_batch = 0.02;  // seconds of the function's own work
constexpr double batch_to_noise = 20;
constexpr double full_marks_up_to = 1.2;

double median(std::vector<double> values) {
    const auto middle = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
    std::nth_element(values.begin(), middle, values.end());
    return *middle;
}

// What a batch takes besides the function's runs, and how much that varies.
struct Overhead {
    double seconds;
    double spread;
};

// Of a batch of that size: it makes as many inputs, which need not be in proportion.
Overhead measure_overhead(const Batch& solution, int repeat) {
    std::vector<double> times(rounds);
    for (double& time : times) time = solution(repeat, BatchPart::inputs);
    const auto [least, most] = std::minmax_element(times.begin(), times.end());
    return {median(times), *most - *least};
}

struct Size {
    int repeat;
    Overhead overhead;
};

// The first size that is long enough; before it, every batch warms the device up.
Size choose_size(const Batch& solution) {
    for (int repeat = 1;; repeat *= growth) {
        const Overhead overhead = measure_overhead(solution, repeat);
        const double enough = std::max(shortest_batch, batch_to_noise * overhead.spread);
        if (repeat >= most_runs ||
            solution(repeat, BatchPart::everything) - overhead.seconds >= enough)
            return {repeat, overhead};
    }
}

// One run's seconds; a clock cannot resolve less than the spread of what is taken off.
double per_run(double batch, const Overhead& overhead, int repeat) {
    return std::max(batch - overhead.seconds, overhead.spread + 1e-9) / repeat;
}

}  // namespace

TimeRatio compare(const Batch& student, const Batch& solution) {
    solution(1, BatchPart::everything);
    student(1, BatchPart::everything);
    const auto [repeat, overhead] = choose_size(solution);
    const auto time = [&, repeat = repeat, overhead = overhead](const Batch& batch) {
        return per_run(batch(repeat, BatchPart::everything), overhead, repeat);
    };
    std::vector<double> students, solutions, ratios;
    for (int round = 0; round < rounds; ++round) {
        const double before = time(solution);
        const double between = time(student);
        const double after = time(solution);
        students.push_back(between);
        solutions.push_back((before + after) / 2);
        ratios.push_back(students.back() / solutions.back());
    }
    return {median(students), median(solutions), median(ratios), repeat};
}

double share_of_time(double ratio) {
    return share_of_ratio(ratio, full_marks_up_to);
}

void grade_time(const TimeRatio& time) {
    const double share = share_of_time(time.ratio);
    Run::current().hold_rung_to(share,
                                fmt::format("takes {:.0f} times the solution's time", time.ratio));
    if (share == 1) return;
    Run::current().set_share(share);
    throw CaseFailed{fmt::format(
        "{:.2f} us a run, {:.2f} times the reference solution's {:.2f} us; full marks up to {:g} "
        "times (batches of {} runs)",
        1e6 * time.student, time.ratio, 1e6 * time.solution, full_marks_up_to, time.repeat)};
}

}  // namespace grader::suite
