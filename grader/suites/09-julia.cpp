// What lab 09 is marked on: chains of inverse iteration, a tone map, the pruned iteration, many c
// in one launch. The random numbers are the student's own, so most checks ask what any right answer
// obeys: points that few steps can reach, counts that must agree with the chains' ends, and means
// over independent chains.
//
// False alarms. A mean of N independent numbers from an interval of length w is off by more than
// w sqrt(log(2 / p) / (2 N)) with a probability of at most p (Hoeffding 1963); here p = 1e-9. A sum
// of squares X over 64 bins, about chi-squared with k = 63, exceeds k + 2 sqrt(k x) + 2 x with a
// probability of at most exp(-x) (Laurent and Massart 2000), x = 21: 8e-10. On a backend and in an
// order of threads a run makes 62 tests of the first kind, 36 of them in check_moments, 7 in
// check_streams, 19 in check_frames_measure, and 2 of the second; so a right answer fails one with
// a probability below 64 * 2 * 2 * 1e-9 = 3e-7. What is said to be among 2^k points, and to meet
// all of them, misses one with a probability of at most 2^k (1 - 2^-k)^N, below 1e-50 here. What
// the pruned iteration keeps depends on the order of threads: see draw_expanding_c. All else is
// certain.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <numbers>
#include <set>

#include "09-julia/problem.hpp"
#include "suite/batch.hpp"
#include "suite/failing.hpp"
#include "suite/problem.hpp"
#include "suite/work.hpp"

namespace julia_suite {

LAB_SUITE("09-julia");

namespace {

using julia::Chains;
using julia::Number;
using julia::Pruning;
using julia::View;

constexpr double false_alarm = 1e-9;
constexpr int many = 8192;       // chains of a test of means
constexpr int long_enough = 60;  // steps after which a chain has forgotten where it began

// ---- What is drawn.

double draw_between(double least, double most) {
    return least + (most - least) * static_cast<double>(draw_seed() & 0xffffff) / 0x1p24;
}

std::uint32_t draw_stream() {
    return static_cast<std::uint32_t>(draw_seed()) >> 1;
}

/// A number that floats hold exactly, off the real axis.
Number draw_c() {
    const double sign = draw_seed() % 2 ? 1 : -1;
    return {static_cast<float>(draw_between(-1, 0.4)),
            static_cast<float>(sign * draw_between(0.2, 0.9))};
}

/// Near the edge of the Mandelbrot set the iteration expands so little that a pruned tree may go
/// on for hundreds of levels, or find a fjord in one order of threads that it misses in another. So
/// c is drawn where |f'| is at most 0.6 at the fixed point that attracts, or 0 leaves the disc of
/// radius 2 within 10 steps. There 18,000 trees of 6,000 such c in random orders had at most 48
/// levels of at most 242 points, and lay as near to one another as check_pruned_answer asks for.
Number draw_expanding_c() {
    constexpr int soon = 10;
    const auto leaves = [](Number c) {
        Number z = c;
        for (int i = 1; i < soon && std::norm(z) <= 4; ++i) z = z * z + c;
        return std::norm(z) > 4;
    };
    for (;;) {
        const Number c = draw_c();
        if (std::abs(1.0 - std::sqrt(1.0 - 4.0 * c)) <= 0.6 || leaves(c)) return c;
    }
}

/// All of the set and a margin.
View around(Number c, int columns = 40, int rows = 40) {
    return {0, static_cast<float>(2.1 * julia::radius(c) * std::max(1.0, 1.0 * columns / rows)),
            columns, rows};
}

std::vector<unsigned> empty(const View& view) {
    return std::vector<unsigned>(view.pixels());
}

// ---- Calls and their answers.

Problem hits_problem(Number c, const View& view, const Chains& chains) {
    return julia::hits_problem(c, view, draw_stream(), chains, empty(view));
}

/// The chains' last z of an answer; fails where CUDA reports an error, or one is never written.
std::vector<Number> ends(const Problem& problem, const Call& call, const Answer& answer) {
    check_values(problem, call, Outcome({answer}));  // of errors: no element is expected
    const auto last = answer.output<float>("last");
    std::vector<Number> z;
    for (std::size_t k = 0; k < last.size(); k += 2) {
        if (runner::is_unwritten(last[k]) || runner::is_unwritten(last[k + 1]))
            fail(fmt::format("{}: last[{}] is never written: {}", problem.function(), k,
                             problem.words()) +
                 repeat(call, answer.order()));
        z.emplace_back(last[k], last[k + 1]);
    }
    return z;
}

std::string where(const Problem& problem) {
    return problem.function() + ", " + problem.words() + ": ";
}

// ---- Few steps: certain.

/// The points that `steps` steps back from the fixed point can reach.
std::vector<Number> reachable(Number c, int steps) {
    std::vector<Number> points{julia::fixed_point(c)};
    for (int i = 0; i < steps; ++i) {
        std::vector<Number> next;
        for (const Number z : points) {
            const Number w = std::sqrt(z - c);
            next.push_back(w);
            next.push_back(-w);
        }
        points = std::move(next);
    }
    return points;
}

std::size_t nearest(const std::vector<Number>& points, Number z) {
    const auto distance = [z](Number point) { return std::abs(point - z); };
    return static_cast<std::size_t>(std::ranges::min_element(points, {}, distance) -
                                    points.begin());
}

constexpr double float_error = 1e-4;  // of a few steps

/// Every chain ends at one of the points that its steps can reach, and every point is some chain's
/// end.
void check_reached(Number c, int burn_in, int samples, const std::string& why,
                   const std::string& missing) {
    const Problem problem = hits_problem(c, around(c), {many, burn_in, samples});
    const Call call = make_call(problem);
    const auto points = reachable(c, burn_in + samples);
    for (const Answer& answer : run(call)) {
        const auto z = ends(problem, call, answer);
        std::set<std::size_t> met;
        for (std::size_t k = 0; k < z.size(); ++k) {
            const std::size_t at = nearest(points, z[k]);
            met.insert(at);
            expect(std::abs(points[at] - z[k]) < float_error,
                   where(problem) +
                       fmt::format("chain {} ends at {}; {} {}", k, julia::shown(z[k]), why,
                                   julia::shown(points[at])) +
                       repeat(call, answer.order()));
        }
        expect(
            met.size() == points.size() || burn_in + samples == 0,
            where(problem) +
                fmt::format("the chains end at {} of the {} points that {} random signs lead to; "
                            "{}",
                            met.size(), points.size(), burn_in + samples, missing) +
                repeat(call, answer.order()));
    }
}

void check_first_steps() {
    for (const Number c : {Number{0, 0}, draw_c(), draw_c(), Number{-2, 0}}) {
        check_reached(c, 0, 0,
                      "without a step it must be at the fixed point (1 + sqrt(1 - 4c)) / 2,", "");
        if (c == Number{-2, 0}) continue;  // some roots coincide
        check_reached(c, 0, 1, "one step back from the fixed point, the nearest point is",
                      "never its opposite, -sqrt(z - c): each step takes one of the two at random");
        check_reached(c, 3, 0, "3 steps of burn-in back from the fixed point, the nearest point is",
                      "burn_in says how many steps there are, each with a sign of its own");
        check_reached(c, 2, 2, "4 steps back from the fixed point, the nearest point is",
                      "each step needs a random bit of its own");
    }
}

/// How often each pixel is met by the samples: a chain's end tells where it has been, since z * z +
/// c goes forward again.
std::vector<unsigned> counts_of(const View& view, Number c, const Chains& chains,
                                const std::vector<Number>& ends, std::vector<unsigned> before) {
    const auto points = reachable(c, chains.burn_in + chains.samples);
    for (const Number end : ends) {
        Number z = points[nearest(points, end)];
        for (int i = 0; i < chains.samples; ++i, z = z * z + c)
            if (const auto pixel = julia::pixel_of(view, z); pixel >= 0)
                ++before[static_cast<std::size_t>(pixel)];
    }
    return before;
}

/// No point that few steps reach lies so near to a pixel's edge that rounding could carry it over.
bool is_clear(const View& view, Number c, int steps) {
    constexpr double margin = 0.01;  // pixels
    for (int step = 0; step <= steps; ++step)
        for (const Number z : reachable(c, step))
            for (const double place : julia::place_of(view, z))
                if (std::abs(place - std::round(place)) < margin) return false;
    return true;
}

/// Somewhere over a part of the set, or over all of it.
View draw_view(Number c, bool all) {
    const double reach = julia::radius(c);
    if (all) return around(c, 31 + static_cast<int>(draw_seed() % 20), 29);
    return {{static_cast<float>(draw_between(-reach / 2, reach / 2)),
             static_cast<float>(draw_between(-reach / 2, reach / 2))},
            static_cast<float>(draw_between(reach / 2, reach)),
            20 + static_cast<int>(draw_seed() % 20),
            20 + static_cast<int>(draw_seed() % 20)};
}

std::string shown_pixel(const View& view, std::size_t pixel) {
    return fmt::format("hits[{}][{}]", pixel / view.columns, pixel % view.columns);
}

void check_counts(const Problem& problem, const Call& call, const Answer& answer, const View& view,
                  std::span<const unsigned> hits, const std::vector<unsigned>& expected) {
    for (std::size_t pixel = 0; pixel < expected.size(); ++pixel) {
        if (hits[pixel] == expected[pixel]) continue;
        const auto sum = [](const auto& counts) {
            std::uint64_t all = 0;
            for (const unsigned count : counts) all += count;
            return all;
        };
        std::string text =
            where(problem) + fmt::format(
                                 "{} is {}, expected {} by the chains' ends; all hits are {}, "
                                 "expected {}",
                                 shown_pixel(view, pixel), hits[pixel], expected[pixel], sum(hits),
                                 sum(expected));
        if (sum(hits) == sum(expected))
            text +=
                "\n  the number is right, the pixels are not: row 0 is the top one, x runs along "
                "the columns, and a sample is counted after its step, not before";
        else if (sum(hits) < sum(expected))
            text +=
                "\n  hits are lost: many threads add to one pixel, so each addition must be "
                "atomic; "
                "or pixels within the view are taken for outside";
        fail(text + repeat(call, answer.order()));
    }
}

/// Starts from hits that are there already.
void check_hits_of(Number c, const View& view, const Chains& chains) {
    std::vector<unsigned> before(view.pixels());
    for (unsigned& count : before) count = static_cast<unsigned>(draw_seed() % 5);
    const Problem problem = julia::hits_problem(c, view, draw_stream(), chains, before);
    const Call call = make_call(problem).reproduce_with("");
    for (const Answer& answer : run(call))
        check_counts(problem, call, answer, view, answer.output<unsigned>("hits"),
                     counts_of(view, c, chains, ends(problem, call, answer), before));
}

/// A clear view is found soon: of some 20 coordinates each is near an edge with a probability of
/// 0.02.
void check_exact_hits(const Chains& chains) {
    for (const bool all : {true, false, false}) {
        Number c = draw_c();
        View view = draw_view(c, all);
        while (!is_clear(view, c, chains.burn_in + chains.samples)) {
            c = draw_c();
            view = draw_view(c, all);
        }
        check_hits_of(c, view, chains);
    }
}

/// Of 20 x 16 pixels, with the fixed point at this place of theirs.
View view_with_fixed_point_at(Number c, double column, double row) {
    constexpr int columns = 20, rows = 16;
    constexpr double width = 1.25, pixel = width / columns;
    const Number beta = julia::fixed_point(c);
    return {{static_cast<float>(beta.real() - (column - columns / 2.0) * pixel),
             static_cast<float>(beta.imag() + (row - rows / 2.0) * pixel)},
            width,
            columns,
            rows};
}

/// One step leads half of the chains to the fixed point: into the first pixel, the last one, and
/// just beyond each edge.
void check_edges() {
    const std::pair<double, double> places[] = {{0.5, 0.5},  {19.5, 15.5}, {20.5, 8.5},
                                                {-0.5, 8.5}, {9.5, 16.5},  {9.5, -0.5}};
    for (const auto& [column, row] : places) {
        Number c = draw_c();
        while (!is_clear(view_with_fixed_point_at(c, column, row), c, 1)) c = draw_c();
        check_hits_of(c, view_with_fixed_point_at(c, column, row), {100, 0, 1});
    }
}

/// Every sample is a hit where all of the set is in view.
void check_all_hits() {
    for (const Chains chains : {Chains{1, 0, 1000}, Chains{127, 20, 10}, Chains{128, 20, 10},
                                Chains{129, 20, 10}, Chains{1000, 30, 7}}) {
        const Number c = draw_c();
        const Problem problem = hits_problem(c, around(c, 33, 57), chains);
        const Call call = make_call(problem);
        for (const Answer& answer : run(call)) {
            ends(problem, call, answer);
            std::int64_t sum = 0;
            for (const unsigned count : answer.output<unsigned>("hits")) sum += count;
            const std::int64_t expected = std::int64_t{chains.count} * chains.samples;
            expect(sum == expected,
                   where(problem) +
                       fmt::format(
                           "{} hits, expected {}: every sample lies in the view. Are hits lost, "
                           "because an addition is not atomic, or chains left out?",
                           sum, expected) +
                       repeat(call, answer.order()));
        }
    }
}

// ---- Many chains: means.

/// Fails where `mean`, of N independent numbers from an interval of length `range`, is farther from
/// `expected` than chance explains.
void expect_mean(const std::string& head, const std::string& what, double mean, double expected,
                 double range, double N, const std::string& why, const std::string& tail) {
    const double allowed = range * std::sqrt(std::log(2 / false_alarm) / (2 * N)) + 1e-4;
    expect(
        std::abs(mean - expected) <= allowed,
        head +
            fmt::format("the mean of {} is {:.4g}, expected {:.4g} with at most {:.2g} of chance; "
                        "{}",
                        what, mean, expected, allowed, why) +
            tail);
}

Number mean_power(const std::vector<Number>& z, int power) {
    Number sum = 0;
    for (const Number one : z) sum += std::pow(one, power);
    return sum / static_cast<double>(z.size());
}

const char* const fair =
    "is each of the two roots taken with probability 1/2, and every chain of "
    "burn_in + samples steps?";

/// E z = 0, E z^2 = -c, E z^4 = c^2 - c.
void expect_moments(const std::string& head, Number c, const std::vector<Number>& z,
                    const std::string& tail) {
    const double reach = julia::radius(c), N = static_cast<double>(z.size());
    const std::map<int, Number> expected{{1, 0}, {2, 0.0 - c}, {4, c * c - c}};
    for (const auto& [power, value] : expected) {
        const Number mean = mean_power(z, power);
        const double range = 2 * std::pow(reach, power);
        expect_mean(head, fmt::format("z^{}'s real part", power), mean.real(), value.real(), range,
                    N, fair, tail);
        expect_mean(head, fmt::format("z^{}'s imaginary part", power), mean.imag(), value.imag(),
                    range, N, fair, tail);
    }
}

void check_moments() {
    for (const Number c : {Number{0, 0}, Number{-2, 0}, Number{0, 1}, Number{2, 0}, draw_c()}) {
        const Problem problem = hits_problem(c, around(c, 5, 5), {many, long_enough, 1});
        const Call call = make_call(problem);
        for (const Answer& answer : run(call)) {
            const auto z = ends(problem, call, answer);
            const std::string tail = repeat(call, answer.order());
            expect_moments(where(problem), c, z, tail);
            double right = 0, logs = 0;
            for (const Number one : z) {
                right += one.real() > 0 || (one.real() == 0 && one.imag() > 0);
                logs += std::log(std::abs(one));
            }
            expect_mean(where(problem), "how many chains end in the right half", right / many, 0.5,
                        1, many, fair, tail);
            // The set of c = 2 lies between |z| = 1.39 and 1.74: so do all points of its 18th
            // level.
            if (c == Number{2, 0})
                expect_mean(where(problem), "log|z|", logs / many, 0.45478, std::log(1.74 / 1.39),
                            many, fair, tail);
        }
    }
}

/// The angle is uniform on the circle of c = 0, arccos(x / 2) / pi on the segment of c = -2.
void check_measure() {
    constexpr int bins = 64;
    constexpr double x = 21, k = bins - 1;
    const double allowed = k + 2 * std::sqrt(k * x) + 2 * x;
    for (const Number c : {Number{0, 0}, Number{-2, 0}}) {
        const Problem problem = hits_problem(c, around(c, 5, 5), {many, long_enough, 0});
        const Call call = make_call(problem);
        for (const Answer& answer : run(call)) {
            std::array<double, bins> counts{};
            for (const Number z : ends(problem, call, answer)) {
                const double part =
                    c == 0.0 ? 0.5 + std::arg(z) / (2 * std::numbers::pi)
                             : std::acos(std::clamp(z.real() / 2, -1.0, 1.0)) / std::numbers::pi;
                ++counts[static_cast<std::size_t>(std::min(bins - 1.0, std::floor(part * bins)))];
            }
            double sum = 0;
            constexpr double expected = 1.0 * many / bins;
            for (const double count : counts)
                sum += (count - expected) * (count - expected) / expected;
            expect(
                sum <= allowed,
                where(problem) +
                    fmt::format("the chains' ends are not spread over the set as they must be: "
                                "chi-squared is {:.0f} over {} bins, at most {:.0f} by chance; are "
                                "the signs random, and all {} steps of burn-in made?",
                                sum, bins, allowed, long_enough) +
                    repeat(call, answer.order()));
        }
    }
}

/// The mean of Re(a conj(b)) over pairs of chains that have no chain in common.
void expect_unlike(const std::string& head, const std::string& what, Number c,
                   const std::vector<std::pair<Number, Number>>& pairs, const std::string& tail) {
    double sum = 0;
    for (const auto& [a, b] : pairs) sum += (a * std::conj(b)).real();
    const double reach = julia::radius(c);
    expect_mean(head, "Re(a conj(b)) over pairs of " + what,
                sum / static_cast<double>(pairs.size()), 0, 2 * reach * reach,
                static_cast<double>(pairs.size()),
                "their random numbers are alike: mix the seed and the chain's number so that every "
                "bit of the state depends on both, and take well mixed bits",
                tail);
}

/// Numbers of chains that are the same are the same bit by bit.
using Ends = std::set<std::pair<double, double>>;

Ends set_of(const std::vector<Number>& z) {
    Ends all;
    for (const Number one : z) all.emplace(one.real(), one.imag());
    return all;
}

void expect_different(const std::string& head, const std::vector<Number>& z,
                      const std::string& tail) {
    const std::size_t different = set_of(z).size();
    expect(
        different >= z.size() * 9 / 10,
        head +
            fmt::format("{} chains end at {} different points: either threads share their random "
                        "numbers, or the signs are not random",
                        z.size(), different) +
            tail);
}

using Pairs = std::vector<std::pair<Number, Number>>;

/// Chains of one call, near each other and farther apart, whatever the order of the threads.
void check_streams_of(const Problem& problem, Number c, const Call& call, const Outcome& answers) {
    for (const Answer& answer : answers) {
        const auto z = ends(problem, call, answer);
        const std::string tail = repeat(call, answer.order());
        expect_different(where(problem), z, tail);
        for (const std::size_t apart : {1, 2, 32, 128, 256, 1024}) {
            Pairs pairs;
            for (std::size_t k = 0; k + apart < z.size(); ++k)
                if (k / apart % 2 == 0) pairs.emplace_back(z[k], z[k + apart]);
            expect_unlike(where(problem), fmt::format("chains {} apart", apart), c, pairs, tail);
        }
        expect(z == ends(problem, call, answers.first()),
               where(problem) +
                   "the same seed gives other chains when the threads run in another "
                   "order: a stream must depend on the seed and the chain only" +
                   tail);
    }
}

void check_streams() {
    const Number c = draw_c();
    const View view = around(c, 5, 5);
    const std::uint32_t seed = draw_stream();
    const auto problem_of = [&](std::uint32_t seed) {
        return julia::hits_problem(c, view, seed, {many, long_enough, 0}, empty(view));
    };
    const Problem problem = problem_of(seed), other = problem_of(seed + 1);
    const Call call = make_call(problem), next = make_call(other);
    const Outcome answers = run(call), others = run(next);
    check_streams_of(problem, c, call, answers);
    const auto z = ends(problem, call, answers.first()), w = ends(other, next, others.first());
    const Ends known = set_of(z);
    std::size_t same = 0;
    Pairs pairs;
    for (std::size_t k = 0; k < z.size(); ++k) {
        same += known.contains({w[k].real(), w[k].imag()});
        pairs.emplace_back(z[k], w[k]);
    }
    expect(same * 10 < z.size(),
           where(problem) +
               fmt::format(
                   "{} of {} chains of seed {} end where one of this seed ends, too: its streams "
                   "are the same; mix the seed before the chain's number is added",
                   same, w.size(), seed + 1));
    expect_unlike(where(problem), "chains of neighbouring seeds", c, pairs, "");
}

// ---- What is refused.

void expect_refused(const Problem& problem, const char* named) {
    const Answer answer = run(make_call(problem).may_throw(), "forward");
    expect(answer.thrown().find(named) != std::string::npos && answer.launch_count() == 0,
           fmt::format("{}, {} {}: throw an exception, with a sentence that names {}, and launch "
                       "nothing",
                       problem.function(), problem.words(),
                       answer.thrown().empty() ? "returns as if this were fine"
                                               : "says \"" + answer.thrown() + "\"",
                       named));
}

void check_refusals() {
    const auto with = [](Number c, Chains chains) {
        return julia::hits_problem(c, {0, 4, 3, 3}, 1, chains, std::vector<unsigned>(9));
    };
    expect_refused(with({std::nan(""), 0}, {4, 1, 1}), "c ");
    expect_refused(with({0, INFINITY}, {4, 1, 1}), "c ");
    expect_refused(with({0, 0}, {0, 1, 1}).output<float>("none", {1}, {}), "chains");
    expect_refused(with({0, 0}, {4, -1, 1}), "burn_in");
    expect_refused(with({0, 0}, {4, 1, -1}), "samples");
    expect_refused(with({0, 0}, {4, 1, 1}).size("columns", 0), "view");
    expect_refused(with({0, 0}, {4, 1, 1}).real("width", 0), "width");
}

// ---- The tone map.

void check_tones() {
    for (const std::size_t pixels : {1, 2, 127, 128, 129, 1000, 140'000}) {
        const auto white = static_cast<unsigned>(1 + draw_seed() % 1000);
        std::vector<unsigned> hits(pixels);
        for (std::size_t i = 0; i < pixels; ++i)
            hits[i] = static_cast<unsigned>(i % 3 == 0 ? 0 : draw_seed() % (1 + white * 3 / 2));
        if (pixels > 5) hits[3] = 1, hits[4] = white, hits[5] = 0xffffffff;
        check(julia::tone_problem(hits, white));
    }
    check(julia::tone_problem({0, 1, 2, 3}, 1));
}

// ---- Rung 2.

using Pixels = std::set<std::int64_t>;

/// The pixels that the pruned iteration meets, in double precision.
Pixels explored(Number c, const Pruning& pruning) {
    const View square = julia::square(pruning.side);
    std::map<std::int64_t, unsigned> counts;
    std::vector<Number> level{julia::fixed_point(c)};
    while (!level.empty()) {
        std::vector<Number> next;
        for (const Number z : level) {
            const Number root = std::sqrt(z - c);
            for (const Number w : {root, -root})
                if (const auto pixel = julia::pixel_of(square, w);
                    pixel >= 0 && counts[pixel]++ < pruning.limit)
                    next.push_back(w);
        }
        level = std::move(next);
    }
    Pixels pixels;
    for (const auto& [pixel, count] : counts) pixels.insert(pixel);
    return pixels;
}

/// Which of `pixels` have a neighbour, or themselves, among `others`.
std::size_t met_by(const Pixels& pixels, const Pixels& others, int side) {
    std::size_t met = 0;
    for (const std::int64_t pixel : pixels) {
        bool found = false;
        for (const std::int64_t row : {-side, 0, side})
            for (const int column : {-1, 0, 1})
                found = found || others.contains(pixel + row + column);
        met += found;
    }
    return met;
}

/// A pixel's first `limit` counts are points of a next level; each point has two roots, which are
/// counted: so the hits are twice the points, and one more for the fixed point.
void expect_all_expanded(const Problem& problem, const std::vector<unsigned>& hits, unsigned limit,
                         const std::string& tail) {
    std::uint64_t sum = 0, points = 1;
    for (const unsigned count : hits) {
        sum += count;
        points += std::min(count, limit);
    }
    expect(sum == 2 * points,
           where(problem) +
               fmt::format("{} hits, and {} points that were counted below the limit: each has two "
                           "roots, so there must be {} hits{}",
                           sum, points, 2 * points,
                           sum < 2 * points
                               ? "; are roots or points left out, or levels that still had points?"
                               : "; is a root stored though its pixel was full, does a dropped "
                                 "root take a place, or is a point visited twice?") +
               tail);
}

void check_pruned_answer(Number c, const Pruning& pruning, const Problem& problem, const Call& call,
                         const Answer& answer) {
    check_values(problem, call, Outcome({answer}));
    const std::string tail = repeat(call, answer.order());
    const auto hits = answer.output<unsigned>("hits");
    expect_all_expanded(problem, hits, pruning.limit, tail);
    Pixels pixels;
    for (std::size_t i = 0; i < hits.size(); ++i)
        if (hits[i] > 0) pixels.insert(static_cast<std::int64_t>(i));
    // Which of several points a full pixel keeps is chance; nearly all pixels are the same.
    const Pixels expected = explored(c, pruning);
    Pruning more = pruning;
    more.limit *= 8;
    const std::size_t near = met_by(pixels, explored(c, more), pruning.side);
    expect(near * 100 >= pixels.size() * 98,
           where(problem) +
               fmt::format(
                   "{} of {} pixels with hits are not near the set: are the roots those of z - "
                   "c, and row 0 at the top?",
                   pixels.size() - near, pixels.size()) +
               tail);
    const std::size_t met = met_by(expected, pixels, pruning.side);
    expect(met * 100 >= expected.size() * 90,
           where(problem) +
               fmt::format("{} of {} pixels of the set have no hit near them: is a branch "
                           "pruned too early?",
                           expected.size() - met, expected.size()) +
               tail);
}

void check_pruned(Number c, const Pruning& pruning) {
    const Problem problem = julia::pruned_problem(c, pruning);
    const Call call = make_call(problem);
    for (const Answer& answer : run(call)) check_pruned_answer(c, pruning, problem, call, answer);
}

constexpr int enough_levels = 150, enough_capacity = 4096;

void check_pruned_sets() {
    check_pruned(0, {1, 1, 3, 1});
    check_pruned(0, {4, 1, 40, 64});
    for (const Number c :
         {Number{0, 0}, Number{-2, 0}, Number{0, 1}, Number{-0.75, 0}, draw_expanding_c()})
        for (const Pruning pruning : {Pruning{31, 1, enough_levels, enough_capacity},
                                      Pruning{100, 4, enough_levels, enough_capacity}})
            check_pruned(c, pruning);
}

/// Few levels: the tree's first ones, whole. A level that is full drops points, and writes nowhere
/// else.
void check_pruned_limits() {
    const Number c = draw_c();
    for (const int levels : {0, 1, 4, 18}) {
        const Pruning pruning{64, 1'000'000, levels, levels == 18 ? 1 << 18 : 64};
        const Problem problem = julia::pruned_problem(c, pruning);
        const Call call = make_call(problem);
        for (const Answer& answer : run(call)) {
            std::int64_t sum = 0;
            for (const unsigned count : answer.output<unsigned>("hits")) sum += count;
            expect(sum == (std::int64_t{2} << levels) - 2,
                   where(problem) +
                       fmt::format("{} hits after {} levels; without a full pixel there are {}",
                                   sum, levels, (2 << levels) - 2) +
                       repeat(call, answer.order()));
        }
    }
    for (const int capacity : {1, 7}) {
        const Problem problem = julia::pruned_problem(c, {64, 8, 12, capacity});
        const Call call = make_call(problem);
        for (const Answer& answer : run(call)) check_values(problem, call, Outcome({answer}));
    }
    expect_refused(julia::pruned_problem({1.5, 1.5}, {8, 1, 2, 16}), "|c|");
    expect_refused(julia::pruned_problem({std::nan(""), 0}, {8, 1, 2, 16}), "c ");
}

// ---- Rung 3.

void check_frames_exactly() {
    const Chains chains{200, 1, 2};
    std::vector<Number> c;
    const View view{0, 4.25, 40, 36};
    while (c.size() < 5)
        if (const Number one = draw_c(); is_clear(view, one, 3)) c.push_back(one);
    const Problem problem = julia::frames_problem(c, view, draw_stream(), chains);
    const Call call = make_call(problem);
    for (const Answer& answer : run(call)) {
        const auto z = ends(problem, call, answer);
        const auto hits = answer.output<unsigned>("hits");
        for (std::size_t f = 0; f < c.size(); ++f) {
            const std::vector<Number> of_frame(
                z.begin() + static_cast<std::ptrdiff_t>(f) * chains.count,
                z.begin() + static_cast<std::ptrdiff_t>(f + 1) * chains.count);
            const auto points = reachable(c[f], 3);
            for (const Number end : of_frame)
                expect(std::abs(points[nearest(points, end)] - end) < float_error,
                       where(problem) +
                           fmt::format("frame {}, c = {}: a chain ends at {}, where its 3 "
                                       "steps cannot lead: does each frame have its c?",
                                       f, julia::shown(c[f]), julia::shown(end)) +
                           repeat(call, answer.order()));
            check_counts(problem, call, answer, view,
                         std::span(hits).subspan(f * view.pixels(), view.pixels()),
                         counts_of(view, c[f], chains, of_frame, empty(view)));
        }
    }
}

void check_frames_measure() {
    const Number c = draw_c();
    const std::vector<Number> all{c, c, draw_c()};
    constexpr int chains = many / 2;
    const Problem problem =
        julia::frames_problem(all, around(c, 5, 5), draw_stream(), {chains, long_enough, 0});
    const Call call = make_call(problem);
    for (const Answer& answer : run(call)) {
        const auto z = ends(problem, call, answer);
        const std::string tail = repeat(call, answer.order());
        expect_different(where(problem), z, tail);
        for (std::size_t f = 0; f < all.size(); ++f)
            expect_moments(where(problem) + fmt::format("frame {}: ", f), all[f],
                           {z.begin() + static_cast<std::ptrdiff_t>(f) * chains,
                            z.begin() + static_cast<std::ptrdiff_t>(f + 1) * chains},
                           tail);
        std::vector<std::pair<Number, Number>> pairs;
        for (int k = 0; k < chains; ++k) pairs.emplace_back(z[k], z[chains + k]);
        expect_unlike(where(problem), "the same chain of two frames", c, pairs, tail);
    }
}

void check_frames_refused() {
    const View view{0, 4, 3, 3};
    expect_refused(julia::frames_problem({0.0}, view, 1, {4, 1, 1}).size("frames", 0), "frames");
    expect_refused(julia::frames_problem({0.0}, view, 1, {4, 1, 1}).size("chains", 0), "chains");
}

// ---- What the work costs.

struct Counted {
    const Answer& answer;
    Chains chains;
};

Counted counted_hits() {
    const Chains chains{draw_size(16000, "chains"), draw_size(10, "burn-in"),
                        draw_size(6, "samples")};
    const Number c{-0.123, 0.745};
    return {grader::suite::counts_of(
                "hits", [&] { return checked(hits_problem(c, around(c, 200, 200), chains)); }),
            chains};
}

void check_atomics() {
    const auto& [answer, chains] = counted_hits();
    const auto operations = counted(answer, "atomic_operations");
    const auto samples = static_cast<std::uint64_t>(chains.count) * chains.samples;
    expect(
        operations > 0 && operations <= samples,
        fmt::format("{} atomic operations for {} samples: count each sample's pixel by one atomic "
                    "addition, or fewer",
                    operations, samples));
}

/// The launch, and the additions, which some sixty multiprocessors share: blocks of 256 threads.
void check_hits_work() {
    const auto& [answer, chains] = counted_hits();
    const double samples = static_cast<double>(chains.count) * chains.samples;
    grade_work(answer, 1.2 + samples * 2.2e-5, "julia_hits, " + julia::words(chains));
    demonstrate(answer);
}

/// A launch a level, each with little to do.
void check_pruned_work() {
    const Pruning pruning{draw_size(100, "side"), 4, 60, 8192};
    const Answer& answer = grader::suite::counts_of("pruned", [&] {
        return checked(julia::pruned_problem({-0.123, 0.745}, pruning));
    });
    grade_work(answer, 2.2 * (pruning.levels + 1),
               fmt::format("julia_pruned, {} x {} pixels", pruning.side, pruning.side));
}

Problem counted_frames(int frames, const Chains& chains) {
    std::vector<Number> c;
    for (int f = 0; f < frames; ++f) c.push_back(0.7 * std::polar(1.0, 1.0 * f));
    return julia::frames_problem(c, {0, 4, 40, 40}, draw_stream(), chains);
}

void check_frames_work() {
    const int frames = draw_size(12, "frames");
    const Chains chains{draw_size(1500, "chains of frames"), 10, 4};
    const Answer& answer =
        grader::suite::counts_of("frames", [&] { return checked(counted_frames(frames, chains)); });
    expect(answer.launch_count() == 1,
           fmt::format("julia_frames makes {} launches; one with the frames along the grid's z is "
                       "enough",
                       answer.launch_count()));
    const double samples = static_cast<double>(chains.count) * chains.samples * frames;
    grade_work(answer, 1.2 + samples * 2.2e-5,
               fmt::format("julia_frames, {} frames of {}", frames, julia::words(chains)));
}

const View timed_view{0, 3.6f, 1000, 1000};

void check_hits_time() {
    const Number c{-0.123, 0.745};
    Problem problem("julia_hits");
    problem.real("c_re", c.real()).real("c_im", c.imag());
    julia::add_chains(julia::add_view(problem, timed_view), {1 << 16, 60, 100});
    problem.scratch<unsigned>("hits", timed_view.pixels());
    check_time({.problem = std::move(problem),
                .drawn_sizes = {"seed"},
                .output = "last",
                .elements = std::size_t{2} << 16});
}

const Chains example{1000, 50,
                     20};  // what predict.toml speaks of, and where its formulas hold, too:
Chains drawn_example() {
    return {draw_size(900, "predicted chains"), draw_size(40, "predicted burn-in"),
            draw_size(30, "predicted samples")};
}

const Answer& counts_of_chains(const Chains& chains) {
    const Number c{0, 1};
    return grader::suite::counts_of(fmt::format("{} chains", chains.count), [&] {
        return checked(hits_problem(c, around(c, 100, 100), chains));
    });
}

}  // namespace

GRADED(correct, "rung 1: julia_hits: first steps, from the fixed point", 8) {
    check_first_steps();
}
GRADED(correct, "rung 1: julia_hits: each sample in its pixel", 7) {
    check_exact_hits({300, 0, 2});
    check_exact_hits({300, 2, 1});
    check_edges();
    check_all_hits();
}
GRADED(correct, "rung 1: julia_hits: means over independent chains", 6) {
    check_moments();
}
GRADED(correct, "rung 1: julia_hits: spread over circle and segment", 3) {
    check_measure();
}
GRADED(correct, "rung 1: julia_hits: a stream of its own for each chain", 6) {
    check_streams();
}
GRADED(correct, "rung 1: julia_hits: what is no number is refused", 0) {
    check_refusals();
}
GRADED(correct, "rung 1: tone_map: colours of the logarithm", 5) {
    check_tones();
}
GRADED(safe, "rung 1: julia_hits: nothing is found", 6) {
    expect_no_findings("julia_hits");
}
GRADED(safe, "rung 1: tone_map: nothing is found", 2) {
    expect_no_findings("tone_map");
}
GRADED(safe, "rung 1: julia_hits and tone_map: report a launch that fails", 1) {
    const Number c = draw_c();
    expect_failures_handled(checked(hits_problem(c, around(c), {draw_size(100), 3, draw_size(5)})));
    expect_failures_handled(checked(julia::tone_problem({0, 1, 2}, 3)));
}
GRADED(fast, "rung 1: julia_hits: one atomic operation a sample", 3) {
    check_atomics();
}
GRADED(fast, "rung 1: julia_hits: work", 3) {
    check_hits_work();
}
TIMED("rung 1: julia_hits: time on the device", 2) {
    check_hits_time();
}
GRADED(predict, "rung 1: julia_hits: atomic operations and stores", 4) {
    const auto counts_at = [](const Chains& chains) -> CountsAt {
        const Answer& answer = counts_of_chains(chains);
        return {
            {{"blocks",
              static_cast<std::uint64_t>(grader::score::volume(answer.launches().front().grid))},
             {"atomic_operations", counted(answer, "atomic_operations")},
             {"load_requests", counted(answer, "global_load_requests")}},
            {{"chains", chains.count}, {"burn_in", chains.burn_in}, {"samples", chains.samples}}};
    };
    expect_predicted("julia_hits", counts_at(example), {counts_at(drawn_example())});
}

GRADED(correct, "rung 2: julia_pruned: both roots of each point, in every set", 10) {
    check_pruned_sets();
}
GRADED(correct, "rung 2: julia_pruned: few levels, and levels that are full", 4) {
    check_pruned_limits();
}
GRADED(safe, "rung 2: julia_pruned: nothing is found", 6) {
    expect_no_findings("julia_pruned");
}
GRADED(safe, "rung 2: julia_pruned: reports a launch that fails", 1) {
    const Problem problem = julia::pruned_problem(draw_c(), {16, 2, draw_size(5), 64});
    expect_failures_handled({make_call(problem), [](const Call&, const Answer&) {}});
}
GRADED(fast, "rung 2: julia_pruned: work", 5) {
    check_pruned_work();
}

GRADED(correct, "rung 3: julia_frames: each frame its c and its pixels", 6) {
    check_frames_exactly();
}
GRADED(correct, "rung 3: julia_frames: means, and streams that differ between frames", 5) {
    check_frames_measure();
    check_frames_refused();
}
GRADED(safe, "rung 3: julia_frames: nothing is found", 4) {
    expect_no_findings("julia_frames");
}
GRADED(safe, "rung 3: julia_frames: reports a launch that fails", 1) {
    expect_failures_handled(checked(counted_frames(draw_size(5), {draw_size(50), 1, 1})));
}
GRADED(fast, "rung 3: julia_frames: one launch, work", 4) {
    check_frames_work();
}

}  // namespace julia_suite
