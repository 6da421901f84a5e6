#include "suite/timing.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <optional>
#include <vector>

#include "suite/limits.hpp"
#include "suite/run.hpp"

namespace grader::suite {

namespace {

constexpr std::size_t overheads = 3;
constexpr std::size_t fewest_rounds = 2, fewest_alike = 4, most_rounds = 5, most_rounds_again = 9;
constexpr int most_runs = 8192;
constexpr double least_growth = 1.5;
constexpr int most_growth = 8;
constexpr int first_size = 16;  // where a single run is short
// Seconds of the function's own work. If noise would require more than the longest, more rounds
// must do.
constexpr double shortest_batch = 0.005, longer_batch = 0.05, longest_batch = 0.25;
constexpr double batch_to_noise = 10;
// Two programs differ in the time to make the same inputs, of which only the solution's is known.
constexpr double runs_to_making = 2;
constexpr double full_marks_up_to = 1.2;
constexpr double same_ratio = 1.02;
constexpr double never_held_up = 5;  // seconds: far longer than loading a kernel takes
constexpr double short_enough = 1;   // seconds of a whole batch
constexpr double far_beyond = 2 * score::Work::no_marks_from;  // whatever the noise

/// A time measured several times. What a machine does beside it only adds to a time, so the least
/// is the best estimate, and is too long by about as much as the next is longer (for exponential
/// delays the two have the same mean).
struct Least {
    explicit Least(std::vector<double> times) {
        std::ranges::sort(times);
        seconds = times.front();
        doubt = times.size() > 1 ? times[1] - times[0] : seconds;
        delay = times[times.size() / 2] - times[0];
    }

    double shortest() const { return seconds - doubt; }

    double seconds;
    double doubt;
    double delay;  // of the median
};

// The time of a batch without the function's runs. For a batch of that size: it makes as many
// inputs, for which the time need not be proportional. `making`: one that is known.
Least measure_overhead(const Batch& solution, int repeat, double making) {
    std::vector<double> times = {making};
    while (times.size() < overheads) times.push_back(solution(repeat, BatchPart::inputs));
    return Least(times);
}

struct Size {
    int repeat;
    Least overhead;
    double whole;  // the solution's batch
};

/// Seconds of runs that suffice for a batch whose inputs take `making` seconds. More than a longer
/// batch is made only if times differ.
double enough_beside(double making, double shortest) {
    return std::max(shortest, std::min(runs_to_making * making, longer_batch));
}

/// Slightly more runs than fit into `enough` seconds, if `repeat` runs took `seconds`.
int grown(int repeat, double seconds, double enough) {
    constexpr double margin = 1.25;
    const double growth =
        seconds > 0 ? std::clamp<double>(margin * enough / seconds, least_growth, most_growth)
                    : most_growth;
    return static_cast<int>(std::min<double>(most_runs, std::ceil(repeat * growth)));
}

// From `repeat` runs on, which have been made before: the first batch of a size allocates, and says
// nothing about the later ones. Sizes that are far from `shortest` seconds are measured only
// roughly, since each batch makes its inputs, which often takes longer than the runs.
Size choose_size(const Batch& solution, int repeat, double shortest) {
    for (;;) {
        const double making = solution(repeat, BatchPart::inputs);
        const double whole = solution(repeat, BatchPart::everything);
        double runs = whole - making, enough = enough_beside(making, shortest);
        if (runs >= enough || repeat == most_runs) {
            const Least overhead = measure_overhead(solution, repeat, making);
            runs = whole - overhead.seconds;
            enough = std::clamp(batch_to_noise * overhead.delay,
                                enough_beside(overhead.seconds, shortest), longest_batch);
            if (runs >= enough || repeat == most_runs) return {repeat, overhead, whole};
        }
        repeat = grown(repeat, runs, enough);
        solution(repeat, BatchPart::inputs);  // allocates
    }
}

// Seconds of the runs in a batch. Less than the doubt about what is subtracted cannot be resolved.
double work(double batch, const Least& overhead) {
    return std::max(batch - overhead.seconds, overhead.doubt + 1e-9);
}

/// What is known of the ratio of two times.
class Ratio {
  public:
    Ratio(const Least& student, const Least& solution, const Least& overhead)
        : most_(work(student.seconds + overhead.doubt, overhead) /
                work(solution.shortest(), overhead)),
          least_(work(student.shortest(), overhead) /
                 work(solution.seconds + overhead.doubt, overhead)) {}

    /// Whether further rounds would not change the points.
    bool settles_points() const { return share_of_time(most_) == 1 || share_of_time(least_) == 0; }

    bool is_exact() const { return most_ <= same_ratio * least_; }

  private:
    double most_, least_;
};

struct Turns {
    TimeRatio time;
    bool is_certain;
};

Turns take_turns(const Batch& student, const Batch& solution, const Size& size, std::size_t most) {
    std::vector<double> students, solutions = {size.whole};
    for (;;) {
        students.push_back(student(size.repeat, BatchPart::everything));
        solutions.push_back(solution(size.repeat, BatchPart::everything));
        if (students.size() < fewest_rounds) continue;
        const Least of_student(students), of_solution(solutions);
        const Ratio ratio(of_student, of_solution, size.overhead);
        const double student_works = work(of_student.seconds, size.overhead);
        const double solution_works = work(of_solution.seconds, size.overhead);
        // The size may have been chosen by a batch that was held up, and a few rounds may agree by
        // chance.
        const bool is_long = size.repeat == most_runs || 2 * solution_works >= shortest_batch;
        const bool is_certain = is_long && (ratio.settles_points() ||
                                            (students.size() >= fewest_alike && ratio.is_exact()));
        if (students.size() < most && !is_certain) continue;
        return {{student_works / size.repeat, solution_works / size.repeat,
                 student_works / solution_works, size.repeat},
                is_certain};
    }
}

/// For a student's function that is so slow that a small part of a batch takes longer than a whole
/// batch needs to; whole batches would take minutes. A part is run twice in case the machine was
/// busy, unless it took longer than that could explain. `first`: the time of the first run. The
/// time subtracted for making inputs is that of a whole batch, so the function never appears slower
/// than it is.
std::optional<TimeRatio> far_slower(const Batch& student, const Batch& solution, const Size& size,
                                    double first) {
    for (int repeat = 1; repeat == 1 || 2 * repeat <= size.repeat; repeat *= 10) {
        const auto runs = [&] {
            return student(repeat, BatchPart::everything) - size.overhead.seconds;
        };
        double least = repeat == 1 ? first - size.overhead.seconds : runs();
        if (least / repeat * size.repeat < short_enough) break;
        if (least < longest_batch) continue;
        if (least < never_held_up) least = std::min(least, runs());
        const double once =
            work(solution(size.repeat, BatchPart::everything), size.overhead) / size.repeat;
        if (least >= longest_batch && least >= far_beyond * once * repeat)
            return TimeRatio{least / repeat, once, least / repeat / once, repeat};
    }
    return std::nullopt;
}

}  // namespace

WarmUp warm_up(const Batch& student, const Batch& solution) {
    solution(1, BatchPart::everything);
    const double first = student(1, BatchPart::everything);
    int repeat = solution(1, BatchPart::everything) < shortest_batch ? first_size : 1;
    for (;;) {
        solution(repeat, BatchPart::inputs);  // allocates
        const double making = solution(repeat, BatchPart::inputs);
        const double runs = solution(repeat, BatchPart::everything) - making;
        const double enough = enough_beside(making, shortest_batch);
        if (runs >= enough || repeat == most_runs) return {first, repeat};
        repeat = grown(repeat, runs, enough);
    }
}

TimeRatio compare(const Batch& student, const Batch& solution, const WarmUp& warm_up) {
    Size size = choose_size(solution, warm_up.repeat, shortest_batch);
    if (const auto slower = far_slower(student, solution, size, warm_up.first)) return *slower;
    auto turns = take_turns(student, solution, size, most_rounds);
    if (!turns.is_certain) {  // against the noise, the batches were too short
        size = choose_size(solution, size.repeat, longer_batch);
        turns = take_turns(student, solution, size, most_rounds);
    }
    const double share = share_of_time(turns.time.ratio);
    if (turns.is_certain && (share == 1 || share == 0)) return turns.time;
    // Points depend on it, so longer and more batches decide whether it was the machine.
    size = choose_size(solution, size.repeat, longest_batch);
    return take_turns(student, solution, size, most_rounds_again).time;
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
