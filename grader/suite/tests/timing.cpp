// The arithmetic of timing, on batches with invented times.
#include "suite/timing.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <random>
#include <string>
#include <vector>

using namespace grader::suite;

namespace {

// A process with a fixed time for each run, plus the time to make the inputs.
Batch process(double per_run, double making, std::string& turns, char letter) {
    return [=, &turns](int repeat, BatchPart part) {
        if (part == BatchPart::inputs) return making;
        turns += letter;
        return making + repeat * per_run;
    };
}

TimeRatio compare(const Batch& student, const Batch& solution) {
    return grader::suite::compare(student, solution, warm_up(student, solution));
}

}  // namespace

TEST_CASE("the time to make inputs is subtracted") {
    std::string turns;
    const auto time = compare(process(30e-6, 0.4, turns, 'a'), process(10e-6, 0.4, turns, 's'));
    CHECK(time.ratio == doctest::Approx(3).epsilon(0.01));
    CHECK(time.student == doctest::Approx(30e-6).epsilon(0.01));
}

TEST_CASE("a student cannot gain by making inputs slowly") {
    std::string turns;
    const auto honest = compare(process(10e-6, 0.1, turns, 'a'), process(10e-6, 0.1, turns, 's'));
    const auto slow = compare(process(10e-6, 0.3, turns, 'a'), process(10e-6, 0.1, turns, 's'));
    CHECK(honest.ratio == doctest::Approx(1).epsilon(0.01));
    CHECK(slow.ratio > 2);
}

TEST_CASE("student and solution take turns") {
    std::string turns;
    compare(process(10e-6, 0.1, turns, 'a'), process(10e-6, 0.1, turns, 's'));
    CHECK(turns.ends_with("asas"));
}

TEST_CASE(
    "rounds end when neither points nor ratio can change, and part of the points is looked at "
    "again") {
    const auto rounds = [](const std::vector<double>& ratios) {
        std::size_t round = 0;
        const Batch solution = [](int repeat, BatchPart part) {
            return part == BatchPart::inputs ? 0.1 : 0.1 + repeat * 1e-3;
        };
        const Batch student = [&](int repeat, BatchPart part) {
            const bool is_short = repeat < 10;  // warms up, or looks for one that is far slower
            const double ratio = is_short ? 1 : ratios.at(round++ % ratios.size());
            return part == BatchPart::inputs ? 0.1 : 0.1 + repeat * 1e-3 * ratio;
        };
        compare(student, solution);
        return round;
    };
    CHECK(rounds({1, 1.1}) == 2);             // full marks
    CHECK(rounds({10.5, 14}) == 3);           // the doubt reaches below 10
    CHECK(rounds({14, 14.5}) == 2);           // no marks
    CHECK(rounds({3, 3.02, 3.01}) == 4 + 4);  // nearly equal
    CHECK(rounds({3, 3.2, 3.1, 3}) == 4 + 4);
}

TEST_CASE("few batches are made before a size is chosen, since each makes inputs") {
    for (const double per_run : {2e-6, 50e-6, 3e-3, 0.5}) {
        int batches = 0;
        const Batch process = [&](int repeat, BatchPart part) {
            ++batches;
            return 0.13 + (part == BatchPart::inputs ? 0 : repeat * per_run);
        };
        const auto time = compare(process, process);
        CHECK(batches <= 30);
        CHECK((time.repeat == 8192 || time.repeat * per_run >= 0.01));
        CHECK(time.repeat * per_run < 0.1 + per_run);
    }
}

TEST_CASE("inputs that one program makes a little slower do not call for longer batches") {
    // As observed on an H100 with matrices of 2048 x 2048.
    constexpr double per_run = 0.8e-3;
    std::string turns;
    const Batch student = process(per_run, 16e-3, turns, 'a');
    const auto time = compare(student, process(per_run, 13.9e-3, turns, 's'));
    CHECK(share_of_time(time.ratio) == 1);
    CHECK(std::ranges::count(turns, 'a') == 3);  // the first, and two rounds
}

TEST_CASE("a student who is far beyond any points is not timed at length") {
    for (const double per_run : {1e-3, 10e-3, 1.0, 30.0}) {
        CAPTURE(per_run);
        double spent = 0;
        const Batch student = [&](int repeat, BatchPart part) {
            const double runs = part == BatchPart::inputs ? 0 : repeat * per_run;
            spent += runs;
            return 0.1 + runs;
        };
        std::string turns;
        const auto time = compare(student, process(10e-6, 0.1, turns, 's'));
        CHECK(time.ratio == doctest::Approx(per_run / 10e-6).epsilon(0.01));
        CHECK(spent < std::max(10.0, 1.1 * per_run));
    }
}

TEST_CASE("batches grow until they are long against the noise") {
    std::mt19937 random(1);
    const auto noise = [&] { return 1e-3 * static_cast<double>(random() % 1000) / 1000; };
    const auto process = [&](double per_run) {
        return [&, per_run](int repeat, BatchPart part) {
            return 0.1 + noise() + (part == BatchPart::inputs ? 0 : repeat * per_run);
        };
    };
    const Batch student = process(40e-6), solution = process(20e-6);
    const auto time = compare(student, solution);
    CHECK(time.repeat >= 512);
    CHECK(time.ratio == doctest::Approx(2).epsilon(0.1));
}

TEST_CASE(
    "a machine that holds batches up costs an honest submission no points, and not much time") {
    // As observed on an H100 in a container: 70 ms to make the inputs, with a few more or less, and
    // sometimes another 30.
    std::mt19937 random(1);
    std::exponential_distribution<double> often(1 / 3e-3);
    std::bernoulli_distribution rarely(0.1);
    for (const double per_run : {10e-6, 300e-6, 2e-3}) {
        CAPTURE(per_run);
        int lost = 0;
        double longest = 0;
        for (int i = 0; i < 1000; ++i) {
            double all = 0;
            const Batch process = [&](int repeat, BatchPart part) {
                const double held_up = often(random) + (rarely(random) ? 30e-3 : 0);
                const double runs = part == BatchPart::inputs ? 0 : repeat * per_run;
                all += runs;
                return 0.07 + held_up + runs;
            };
            lost += share_of_time(compare(process, process).ratio) < 1;
            longest = std::max(longest, all);
        }
        CHECK(lost == 0);
        CHECK(longest < 12);
    }
}

TEST_CASE("a machine that holds batches up gives no slow submission all points") {
    std::mt19937 random(1);
    std::exponential_distribution<double> often(1 / 3e-3);
    std::bernoulli_distribution rarely(0.1);
    for (const double per_run : {10e-6, 300e-6, 2e-3}) {
        CAPTURE(per_run);
        int full = 0;
        for (int i = 0; i < 1000; ++i) {
            const auto process = [&](double seconds) {
                return [&, seconds](int repeat, BatchPart part) {
                    const double held_up = often(random) + (rarely(random) ? 30e-3 : 0);
                    return 0.07 + held_up + (part == BatchPart::inputs ? 0 : repeat * seconds);
                };
            };
            const Batch student = process(2 * per_run), solution = process(per_run);
            full += share_of_time(compare(student, solution).ratio) == 1;
        }
        CHECK(full <= 10);
    }
}

TEST_CASE(
    "inputs that cost more than the runs, and more for larger batches, hide no slow function") {
    const auto process = [](double per_run) {
        return [=](int repeat, BatchPart part) {
            const double making = 0.13 * std::min(repeat, 3);
            return making + (part == BatchPart::inputs ? 0 : repeat * per_run);
        };
    };
    const auto time = compare(process(1740e-6), process(174e-6));
    CHECK(time.ratio == doctest::Approx(10).epsilon(0.01));
    CHECK(time.solution == doctest::Approx(174e-6).epsilon(0.01));
}

TEST_CASE("points fall from 1.2 times the solution's time to none at 10 times") {
    CHECK(share_of_time(0.5) == 1);
    CHECK(share_of_time(1.2) == 1);
    CHECK(share_of_time(10) == 0);
    CHECK(share_of_time(50) == 0);
    CHECK(share_of_time(std::sqrt(12.0)) == doctest::Approx(0.5));
    CHECK(share_of_time(2) > share_of_time(3));
}
