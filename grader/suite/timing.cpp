#include "suite/timing.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <optional>
#include <vector>

#include "suite/run.hpp"
#include "suite/work.hpp"

namespace grader::suite {

namespace {

constexpr std::size_t overheads = 5;
constexpr std::size_t fewest_rounds = 3, most_rounds = 5, most_rounds_again = 9;
constexpr int most_runs = 8192;
constexpr double least_growth = 2, most_growth = 16;
// Seconds of the function's own work. If noise would require more than the longest, the median of
// the rounds must do.
constexpr double shortest_batch = 0.02, longest_batch = 0.25;
constexpr double batch_to_noise = 10;
constexpr double full_marks_up_to = 1.2;
constexpr double same_ratio = 1.02;
constexpr double never_held_up = 5;  // seconds: far longer than loading a kernel takes
constexpr double far_beyond = 2 * score::Work::no_marks_from;  // whatever the noise

double median(std::vector<double> values) {
    const auto middle = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
    std::nth_element(values.begin(), middle, values.end());
    return *middle;
}

// The time of a batch without the function's runs, and its variation.
struct Overhead {
    double seconds;
    double spread;
};

// For a batch of that size: it makes as many inputs, for which the time need not be proportional.
// The first batch of a size allocates more, and says nothing about the later ones.
Overhead measure_overhead(const Batch& solution, int repeat) {
    std::vector<double> times;
    while (times.size() < overheads) times.push_back(solution(repeat, BatchPart::inputs));
    const auto [least, most] = std::ranges::minmax(times);
    return {median(times), most - least};
}

struct Size {
    int repeat;
    Overhead overhead;
};

/// Slightly more runs than fit into `enough` seconds, if `repeat` runs took `seconds`.
int grown(int repeat, double seconds, double enough) {
    constexpr double margin = 1.25;
    const double growth = seconds > 0
                              ? std::clamp(margin * enough / seconds, least_growth, most_growth)
                              : most_growth;
    return static_cast<int>(std::min<double>(most_runs, std::ceil(repeat * growth)));
}

// Finds a size that takes long enough. Sizes far from that are measured only roughly, since each
// batch makes its inputs, which often takes longer than the runs. All of them warm up the device.
Size choose_size(const Batch& solution) {
    for (int repeat = 1;;) {
        double making = solution(repeat, BatchPart::inputs);
        const double whole = solution(repeat, BatchPart::everything);
        // A part cannot take longer than the whole, unless the machine was busy.
        if (whole < making) making = solution(repeat, BatchPart::inputs);
        if (whole - making < shortest_batch && repeat < most_runs) {
            repeat = grown(repeat, whole - making, shortest_batch);
            continue;
        }
        const Overhead overhead = measure_overhead(solution, repeat);
        const double enough =
            std::clamp(batch_to_noise * overhead.spread, shortest_batch, longest_batch);
        const double work = whole - overhead.seconds;
        if (repeat == most_runs || work >= enough) return {repeat, overhead};
        repeat = grown(repeat, work, enough);
    }
}

// Seconds per run. Less than the variation of the subtracted overhead cannot be resolved.
double per_run(double batch, const Overhead& overhead, int repeat) {
    return std::max(batch - overhead.seconds, overhead.spread + 1e-9) / repeat;
}

/// Whether further rounds would change neither the points nor the ratio.
bool is_certain(const std::vector<double>& ratios) {
    if (ratios.size() < fewest_rounds) return false;
    const auto [least, most] = std::ranges::minmax(ratios);
    return share_of_time(most) == 1 || share_of_time(least) == 0 || most <= same_ratio * least;
}

TimeRatio take_turns(const Batch& student, const Batch& solution, const Size& size,
                     std::size_t most) {
    const auto time = [&](const Batch& batch) {
        return per_run(batch(size.repeat, BatchPart::everything), size.overhead, size.repeat);
    };
    std::vector<double> students, solutions, ratios;
    double before = time(solution);
    while (ratios.size() < most && !is_certain(ratios)) {
        const double between = time(student);
        const double after = time(solution);
        students.push_back(between);
        solutions.push_back((before + after) / 2);
        ratios.push_back(students.back() / solutions.back());
        before = after;
    }
    return {median(students), median(solutions), median(ratios), size.repeat};
}

/// For a student's function that is so slow that a small part of a batch takes longer than a whole
/// batch needs to; whole batches would take minutes. A part is run twice in case the machine was
/// busy, unless it took longer than that could explain. `first`: the time of the first run. The
/// time subtracted for making inputs is that of a whole batch, so the function never appears slower
/// than it is.
std::optional<TimeRatio> far_slower(const Batch& student, const Batch& solution, const Size& size,
                                    double first) {
    for (int repeat = 1; repeat == 1 || 10 * repeat <= size.repeat; repeat *= 10) {
        const auto work = [&] {
            return student(repeat, BatchPart::everything) - size.overhead.seconds;
        };
        double least = repeat == 1 ? first - size.overhead.seconds : work();
        if (least < longest_batch) continue;
        if (least < never_held_up) least = std::min(least, work());
        const double once =
            per_run(solution(size.repeat, BatchPart::everything), size.overhead, size.repeat);
        if (least >= longest_batch && least >= far_beyond * once * repeat)
            return TimeRatio{least / repeat, once, least / repeat / once, repeat};
    }
    return std::nullopt;
}

}  // namespace

TimeRatio compare(const Batch& student, const Batch& solution) {
    solution(1, BatchPart::everything);
    const double first = student(1, BatchPart::everything);
    const Size size = choose_size(solution);
    if (const auto slower = far_slower(student, solution, size, first)) return *slower;
    const TimeRatio time = take_turns(student, solution, size, most_rounds);
    const double share = share_of_time(time.ratio);
    if (share == 1 || share == 0) return time;
    // Points depend on it, so longer and more batches decide whether it was the machine.
    const int repeat = grown(size.repeat, 1, 1);
    solution(repeat, BatchPart::inputs);
    return take_turns(student, solution, {repeat, measure_overhead(solution, repeat)},
                      most_rounds_again);
}

double share_of_time(double ratio) {
    return share_of_ratio(ratio, full_marks_up_to);
}

void grade_time(const TimeRatio& time) {
    const double share = share_of_time(time.ratio);
    Run::current().hold_rung_to(share,
                                fmt::format("takes {:.0f} times the solution's time", time.ratio));
    if (share == 1) return;
    throw CaseFailed{
        .message = fmt::format("{:.2f} us a run, {:.2f} times the reference solution's {:.2f} us; "
                               "full marks up to {:g} times (batches of {} runs)",
                               1e6 * time.student, time.ratio, 1e6 * time.solution,
                               full_marks_up_to, time.repeat),
        .share = share};
}

}  // namespace grader::suite
