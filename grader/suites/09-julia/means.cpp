// Many chains: means over them, where they end, and whether their random streams are independent.
//
// False alarms. A mean of N independent numbers from an interval of length w is off by more than
// w sqrt(log(2 / p) / (2 N)) with a probability of at most p (Hoeffding 1963); here p = 1e-9. A sum
// of squares X over 64 bins, about chi-squared with k = 63, exceeds k + 2 sqrt(k x) + 2 x with a
// probability of at most exp(-x) (Laurent and Massart 2000), x = 21: 8e-10. On each backend and in
// each order of threads, a run makes 62 tests of the first kind (36 of them in check_moments, 7 in
// check_streams, 19 in check_frames_measure), and 2 of the second. So a right answer fails one with
// a probability below 64 * 2 * 2 * 1e-9 = 3e-7. N chains that must together reach all of 2^k points
// miss one with a probability of at most 2^k (1 - 2^-k)^N, below 1e-50 here. What the pruned
// iteration keeps depends on the order of threads: see draw_expanding_c. That fewer than nine
// tenths of a right answer's chains end at different points, or that two seeds share a tenth of
// them, would take hundreds of coincidences among floats; that a quarter of 32 chains return to
// where they were, eight. That 500 chains or more end at fewer than half of 2^k points, or than
// half their number if that is less, is nine standard deviations away. All three are left out of
// the sum. Everything else is certain.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <numbers>
#include <set>

#include "number_of.hpp"
#include "suites/09-julia/checks.hpp"

namespace julia_suite {

namespace {

constexpr double false_alarm = 1e-9;

/// Of N independent numbers from an interval of length `range`.
struct Mean {
    std::string of;
    double value, expected;
    double range, N;
};

/// Fails the case if the mean differs from the expected one by more than chance explains.
void expect_mean(const std::string& head, const Mean& mean, const std::string& why,
                 const Lines& tail) {
    constexpr double rounding = 1e-4;
    const double chance = mean.range * std::sqrt(std::log(2 / false_alarm) / (2 * mean.N));
    const double allowed = chance + rounding;
    expect(
        std::abs(mean.value - mean.expected) <= allowed,
        head +
            fmt::format("the mean of {} is {:.4g}, expected {:.4g} with at most {:.2g} of chance; "
                        "{}",
                        mean.of, mean.value, mean.expected, allowed, why) +
            tail);
}

Number mean_power(const std::vector<Number>& z, int power) {
    Number sum = 0;
    for (const Number one : z) sum += std::pow(one, power);
    return sum / static_cast<double>(z.size());
}

/// Equal numbers in different chains are equal bit for bit.
using Ends = std::set<std::pair<double, double>>;

Ends set_of(const std::vector<Number>& z) {
    Ends all;
    for (const Number one : z) all.emplace(one.real(), one.imag());
    return all;
}

/// Compares chains of one call, close to each other and farther apart, in each order of threads.
void check_streams_of(const Problem& problem, Number c, const Call& call, const Outcome& answers) {
    for (const Answer& answer : answers) {
        const auto z = ends(problem, call, answer);
        const auto tail = repeat(call, answer.order());
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

}  // namespace

const char* const fair =
    "is each of the two roots taken with probability 1/2, and every chain of "
    "burn_in + samples steps?";

void expect_moments(const std::string& head, Number c, const std::vector<Number>& z,
                    const Lines& tail, const std::string& question) {
    const double reach = julia::radius(c), N = static_cast<double>(z.size());
    const std::map<int, Number> expected{{1, 0}, {2, 0.0 - c}, {4, c * c - c}};
    for (const auto& [power, value] : expected) {
        const Number mean = mean_power(z, power);
        const double range = 2 * std::pow(reach, power);
        expect_mean(head,
                    {.of = fmt::format("z^{}'s real part", power),
                     .value = mean.real(),
                     .expected = value.real(),
                     .range = range,
                     .N = N},
                    question, tail);
        expect_mean(head,
                    {.of = fmt::format("z^{}'s imaginary part", power),
                     .value = mean.imag(),
                     .expected = value.imag(),
                     .range = range,
                     .N = N},
                    question, tail);
    }
}

void check_moments() {
    for (const Number c : {Number{0, 0}, Number{-2, 0}, Number{0, 1}, Number{2, 0}, draw_c()}) {
        const Problem problem = hits_problem(c, around(c, 5, 5), {many, long_enough, 1});
        const Call call = make_call(problem);
        for (const Answer& answer : run(call)) {
            const auto z = ends(problem, call, answer);
            const auto tail = repeat(call, answer.order());
            expect_moments(where(problem), c, z, tail);
            double right = 0, logs = 0;
            for (const Number one : z) {
                right += one.real() > 0 || (one.real() == 0 && one.imag() > 0);
                logs += std::log(std::abs(one));
            }
            expect_mean(where(problem),
                        {.of = "how many chains end in the right half",
                         .value = right / many,
                         .expected = 0.5,
                         .range = 1,
                         .N = many},
                        fair, tail);
            // The set of c = 2 is between |z| = 1.39 and 1.74, and so are all points of its 18th
            // level.
            if (c == Number{2, 0})
                expect_mean(where(problem),
                            {.of = "log|z|",
                             .value = logs / many,
                             .expected = 0.45478,
                             .range = std::log(1.74 / 1.39),
                             .N = many},
                            fair, tail);
        }
    }
}

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

void check_every_step() {
    constexpr int few = 400;
    const Number c = draw_c();
    const View view = around(c, 5, 5);
    const std::uint32_t seed = draw_stream();
    const int steps = draw_size(long_enough), samples = draw_size(4);
    const auto problem_of = [&](int burn_in) {
        return julia::hits_problem(c, view, seed, {few, burn_in, samples}, empty(view));
    };
    const Problem problem = problem_of(steps), longer = problem_of(steps + 1);
    const Call call = make_call(problem), next = make_call(longer);
    const Outcome answers = run(call), others = run(next);
    const auto z = ends(problem, call, answers.first()), w = ends(longer, next, others.first());
    for (std::size_t k = 0; k < z.size(); ++k)
        if (!(std::abs(w[k] * w[k] + c - z[k]) < float_error))
            fail(where(longer) +
                 fmt::format("chain {} ends at {}; with a step less it ends at {}, from which no "
                             "step leads there: is each step of burn-in made, and does a chain's "
                             "stream depend on nothing but the seed and its number?",
                             k, julia::shown(w[k]), julia::shown(z[k])) +
                 repeat(next, others.first().order()));
}

// Any period that divides one of these is found: short words, low bits of a linear generator.
void check_periods() {
    constexpr int few = 32, most_alike = few / 4;
    const Number c = draw_c();
    const View view = around(c, 5, 5);
    const std::uint32_t seed = draw_stream();
    const auto problem_of = [&](int burn_in) {
        return julia::hits_problem(c, view, seed, {few, burn_in, 0}, empty(view));
    };
    const auto ends_of = [&](const Problem& problem) {
        const Call call = make_call(problem);
        return ends(problem, call, run(call).first());
    };
    const auto z = ends_of(problem_of(long_enough));
    for (const int later : {1024, 1440}) {
        const Problem problem = problem_of(long_enough + later);
        const auto w = ends_of(problem);
        int alike = 0;
        for (std::size_t k = 0; k < z.size(); ++k) alike += std::abs(z[k] - w[k]) < float_error;
        expect(alike <= most_alike,
               where(problem) + fmt::format("{} of {} chains end where they were {} steps before: "
                                            "their random bits repeat after few steps",
                                            alike, z.size(), later));
    }
}

void expect_unlike(const std::string& head, const std::string& what, Number c,
                   const std::vector<std::pair<Number, Number>>& pairs, const Lines& tail) {
    double sum = 0;
    for (const auto& [a, b] : pairs) sum += (a * std::conj(b)).real();
    const double reach = julia::radius(c);
    const auto N = static_cast<double>(pairs.size());
    expect_mean(head,
                {.of = "Re(a conj(b)) over pairs of " + what,
                 .value = sum / N,
                 .expected = 0,
                 .range = 2 * reach * reach,
                 .N = N},
                "their random numbers are alike: mix the seed and the chain's number so that every "
                "bit of the state depends on both, and take well mixed bits",
                tail);
}

namespace {

/// If each chain ends where the one `apart` behind it does, or all of a block of them end at one
/// point, and no others do: which. Powers of two, as blocks have threads.
std::string equal_chains(const std::vector<Number>& z, std::size_t different) {
    for (std::size_t apart = 2; apart <= 1024 && 2 * apart <= z.size(); apart *= 2) {
        bool by_distance = different == apart, by_block = different == z.size() / apart;
        for (std::size_t k = 0; k < z.size() && (by_distance || by_block); ++k) {
            by_distance = by_distance && z[k] == z[k % apart];
            by_block = by_block && z[k] == z[k / apart * apart];
        }
        if (by_distance)
            return fmt::format(
                "; chain k ends where chain k + {} does: what numbers its stream is not the "
                "chain's number",
                apart);
        if (by_block)
            return fmt::format(
                "; each {} chains in turn end at one point: what numbers their stream is not the "
                "chain's number",
                apart);
    }
    return {};
}

}  // namespace

void expect_different(const std::string& head, const std::vector<Number>& z, const Lines& tail) {
    const auto lost = static_cast<std::size_t>(std::ranges::count_if(
        z, [](Number end) { return !std::isfinite(end.real()) || !std::isfinite(end.imag()); }));
    expect(lost == 0,
           head +
               fmt::format("{} of {} chains end at no number, infinity or NaN: the roots "
                           "of z - c lead to the set, and z * z + c leads away from it",
                           lost, z.size()) +
               tail);
    if (lost > 0) return;
    const std::size_t different = set_of(z).size();
    expect(different >= z.size() * 9 / 10,
           head +
               fmt::format("{} chains end at {}: either threads share their random "
                           "numbers, or the signs are not random{}",
                           z.size(), words::number_of(different, "point", "different points"),
                           equal_chains(z, different)) +
               tail);
}

namespace {

/// Chains of the same number, but of seeds that are far apart, have nothing in common either. That
/// five of them end at the same float by chance has a probability below 1e-20.
void check_first_chains(Number c, const View& view, std::uint32_t seed, Number first) {
    constexpr std::uint32_t apart = 0x31415927;
    int same = 0;
    constexpr int others = 5;
    for (std::uint32_t other = 1; other <= others; ++other) {
        const Problem problem =
            julia::hits_problem(c, view, seed + other * apart, {1, long_enough, 0}, empty(view));
        const Call call = make_call(problem);
        same += ends(problem, call, run(call).first()).front() == first;
    }
    expect(same < others, fmt::format("chain 0 ends at {} with each of {} seeds: its stream is the "
                                      "same, whatever the seed is",
                                      julia::shown(first), others + 1));
}

}  // namespace

void check_streams() {
    const Number c = draw_c();
    const View view = around(c, 5, 5);
    const std::uint32_t seed = draw_stream();
    const auto problem_of = [&](std::uint64_t seed) {
        return julia::hits_problem(c, view, seed, {many, long_enough, 0}, empty(view));
    };
    const Problem problem = problem_of(seed);
    const Call call = make_call(problem);
    const Outcome answers = run(call);
    check_streams_of(problem, c, call, answers);
    const auto z = ends(problem, call, answers.first());
    const Ends known = set_of(z);
    const auto ends_of = [&](std::uint64_t other_seed) {
        const Problem other = problem_of(other_seed);
        const Call next = make_call(other);
        return ends(other, next, run(next).first());
    };
    const auto expect_others = [&](const std::vector<Number>& w, std::uint64_t other_seed,
                                   const char* remedy) {
        const auto same = static_cast<std::size_t>(std::ranges::count_if(w, [&](Number z) {
            return known.contains({z.real(), z.imag()});
        }));
        expect(same * 10 < z.size(),
               where(problem) +
                   fmt::format("{} of {} chains of seed {} end where one of seed {} ends, too: its "
                               "streams are the same; {}",
                               same, w.size(), other_seed, seed, remedy));
    };
    const auto w = ends_of(seed + 1);
    expect_others(w, seed + 1, "mix the seed before the chain's number is added");
    Pairs pairs;
    for (std::size_t k = 0; k < z.size(); ++k) pairs.emplace_back(z[k], w[k]);
    expect_unlike(where(problem), "chains of neighbouring seeds", c, pairs, {});
    // In one of the upper bits, so that all of the seed must count.
    const std::uint64_t far = seed + (std::uint64_t{1} << draw_from(20, 61));
    expect_others(ends_of(far), far, "all 64 bits of the seed must count");
    check_first_chains(c, view, seed, z.front());
}

}  // namespace julia_suite
