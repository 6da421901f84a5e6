// The random bits of chains, which their ends tell: z * z + c leads back along a chain's last
// steps, and on which side of the imaginary axis a point lies is the bit of its step. Means over
// pairs of chains do not show what few pairs share, or pairs at an unusual distance.
//
// False alarms. The bits of 700 chains differ in the same 24 places in two pairs with a probability
// of 2^-24, so that any places are those of 18 pairs of all 244,650 with a probability below 1e-40.
// That 18 of 490,000 pairs take the same roots 24 times, one some steps later, or always opposite
// ones, has one below 1e-35, for each of 36 numbers of steps.
// A chain of 3000 samples that is drawn here meets about as many pixels as any other.
#include <fmt/format.h>

#include <algorithm>
#include <complex>
#include <cstdint>
#include <functional>
#include <numeric>
#include <random>
#include <set>
#include <string>
#include <vector>

#include "number_of.hpp"
#include "suites/09-julia/checks.hpp"

namespace julia_suite {

namespace {

// A float's error grows about twofold with each step back: after 12 it is still small.
constexpr int steps_back = 12;
// So many calls, each of which goes on for so many steps, tell a chain's last 60 bits.
constexpr int windows = 5, known = windows * steps_back;
constexpr std::uint32_t all_places = (1U << 2 * steps_back) - 1;

std::uint64_t last_bits(Number c, Number z) {
    std::uint64_t bits = 0;
    for (int i = 0; i < steps_back; ++i) {
        bits = bits << 1 | (z.real() > 0);
        z = z * z + c;
    }
    return bits;
}

struct Alike {
    std::uint32_t differ = 0;  // the places in which so many pairs differ
    std::size_t pairs = 0;
};

/// The most pairs that differ in the same places, of the last 24.
Alike most_alike(const std::vector<std::uint64_t>& bits) {
    std::vector<std::uint32_t> differ;
    differ.reserve(bits.size() * bits.size() / 2);
    for (std::size_t k = 0; k < bits.size(); ++k)
        for (std::size_t i = 0; i < k; ++i)
            differ.push_back(static_cast<std::uint32_t>(bits[i] ^ bits[k]) & all_places);
    std::ranges::sort(differ);
    Alike most;
    for (auto at = differ.begin(); at != differ.end();) {
        const auto end = std::upper_bound(at, differ.end(), *at);
        const auto pairs = static_cast<std::size_t>(end - at);
        if (pairs > most.pairs) most = {*at, pairs};
        at = end;
    }
    return most;
}

/// The pairs of chains of which one takes the roots that the other one takes `later` steps later,
/// 24 times in a row, or always the opposite ones.
std::size_t pairs_behind(const std::vector<std::uint64_t>& bits, int later) {
    std::multiset<std::uint64_t> last;
    for (const std::uint64_t of : bits) last.insert(of & all_places);
    std::size_t pairs = 0;
    for (const std::uint64_t of : bits) {
        const std::uint64_t before = of >> later;
        pairs += last.count(before & all_places) + last.count(~before & all_places);
    }
    return pairs;
}

/// Streams that begin at different places of one sequence.
void expect_none_behind(const std::string& head, const std::vector<std::uint64_t>& bits,
                        const Lines& tail) {
    constexpr std::size_t one_in = 40;
    for (int later = 1; later <= known - 2 * steps_back; ++later) {
        const std::size_t pairs = pairs_behind(bits, later);
        expect(
            pairs <= bits.size() / one_in,
            head +
                fmt::format("in {} pairs among {} chains, one takes the roots that the other one "
                            "takes {} later: they share one sequence of random numbers. Mix a "
                            "stream's first state, so that no two begin near each other",
                            pairs, bits.size(), words::number_of(later, "step")) +
                tail);
    }
}

}  // namespace

void check_unrelated(const std::function<Problem(int burn_in)>& problem_of,
                     const std::vector<Number>& c) {
    constexpr std::size_t one_in = 40;
    std::vector<std::uint64_t> bits(c.size());
    for (int window = 0; window < windows; ++window) {
        const Problem problem = problem_of(long_enough + window * steps_back);
        const Call call = make_call(problem);
        const Answer answer = run(call).first();
        const auto z = ends(problem, call, answer);
        for (std::size_t k = 0; k < bits.size(); ++k)
            bits[k] = bits[k] << steps_back | last_bits(c[k], z[k]);
        if (window + 1 < windows) continue;
        const auto [differ, pairs] = most_alike(bits);
        expect(pairs <= bits.size() / one_in,
               where(problem) +
                   fmt::format("{} pairs among {} chains take {}: each chain needs random numbers "
                               "of its own, which nothing relates to those of another",
                               pairs, bits.size(),
                               differ == 0            ? "the same roots in their last steps"
                               : differ == all_places ? "opposite roots in all of their last steps"
                                                      : "roots that differ in the same ones of "
                                                        "their last steps") +
                   repeat(call, answer.order()));
        expect_none_behind(where(problem), bits, repeat(call, answer.order()));
    }
}

void check_unrelated_chains() {
    const Number c = draw_c();
    const View view = around(c, 5, 5);
    const std::uint32_t seed = draw_stream();
    const int chains = draw_size(700);
    check_unrelated(
        [&](int burn_in) {
            return julia::hits_problem(c, view, seed, {chains, burn_in, 0}, empty(view));
        },
        std::vector<Number>(static_cast<std::size_t>(chains), c));
}

void check_long_chain() {
    constexpr int samples = 3000, side = 1000;
    const Number c = draw_c();
    const View view = around(c, side, side);
    const Problem problem = hits_problem(c, view, {1, long_enough, samples});
    const Call call = make_call(problem);
    const Answer answer = run(call).first();
    const auto hits = answer.output<unsigned>("hits");
    const auto met = hits.size() - static_cast<std::size_t>(std::ranges::count(hits, 0U));

    std::mt19937_64 random(draw_seed());
    std::set<std::int64_t> pixels;
    Number z = julia::fixed_point(c);
    for (int i = 0; i < long_enough + samples; ++i) {
        z = std::sqrt(z - c) * (random() % 2 == 0 ? 1.0 : -1.0);
        if (i >= long_enough) pixels.insert(julia::pixel_of(view, z));
    }
    // Only where all samples are counted does their spread tell of the steps.
    const auto all = std::accumulate(hits.begin(), hits.end(), std::uint64_t{0});
    expect(2 * met >= pixels.size(),
           where(problem) +
               (all == samples
                    ? fmt::format(
                          "the samples of the chain lie in {} pixels, and those of a chain whose "
                          "steps are random in about {}: its random bits repeat after few steps",
                          met, pixels.size())
                    : fmt::format("{} samples of the chain are counted: how its steps are spread "
                                  "cannot be told before all of them are",
                                  all)) +
               repeat(call, answer.order()));
}

}  // namespace julia_suite
