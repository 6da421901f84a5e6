// Few steps, after which all possible points are known.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <set>
#include <utility>

#include "number_of.hpp"
#include "suites/09-julia/checks.hpp"

namespace julia_suite {

namespace {

/// Whether the chains end at all points reachable in so many steps, and nowhere else.
bool are_ends_of(Number c, int steps, const std::vector<Number>& ends) {
    const auto points = reachable(c, steps);
    std::set<std::size_t> met;
    for (const Number end : ends) {
        const std::size_t at = nearest(points, end);
        if (std::abs(points[at] - end) >= float_error) return false;
        met.insert(at);
    }
    return met.size() == points.size();
}

/// If the chains have made another number of steps: "these are the ends of 2 steps"; otherwise
/// empty. Chains that end at the fixed point may have made any number of steps with one of the
/// signs.
std::string steps_made(Number c, int wanted, const std::vector<Number>& ends) {
    // The fixed point and its opposite both have it for their square plus c.
    constexpr auto again =
        "; or each step begins at the fixed point again, where z is not what the step before has "
        "left, or is made by z * z + c in place of the root of z - c";
    for (int steps = 1; steps <= wanted + 2; ++steps)
        if (steps != wanted && are_ends_of(c, steps, ends))
            return fmt::format(
                "\n  these are the ends of {} step{}, and not of burn_in + samples = {}{}", steps,
                steps == 1 ? "" : "s", wanted, steps == 1 && wanted > 1 ? again : "");
    return {};
}

/// Which of the two points that one step leads to is the end of all chains, and which of none;
/// empty after several steps.
std::string one_of_two(const std::vector<Number>& points, const std::set<std::size_t>& met) {
    if (points.size() != 2 || met.size() != 1) return {};
    return fmt::format("all at {}, and none at {}, its opposite: ",
                       julia::shown(points[*met.begin()]), julia::shown(points[1 - *met.begin()]));
}

/// If all chains are said to end at one of two points, and samples have been counted at the other
/// one, too: `last` is not the point of the sample.
std::string sampled_at_the_other(const Answer& answer, Number c, const std::vector<Number>& points,
                                 const std::set<std::size_t>& met) {
    if (points.size() != 2 || met.size() != 1) return {};
    const View view = around(c);
    const Number other = points[1 - *met.begin()];
    const auto pixel = julia::pixel_of(view, other);
    if (pixel < 0 || pixel == julia::pixel_of(view, points[*met.begin()])) return {};
    const unsigned hits = answer.output<unsigned>("hits")[static_cast<std::size_t>(pixel)];
    return hits == 0 ? ""
                     : fmt::format(
                           "{} samples are counted at {}, where `last` has no chain: it is "
                           "stored behind the last step",
                           hits, julia::shown(other));
}

/// If each chain keeps the sign of its first step, so that it ends at the first or the last of the
/// points (see reachable); otherwise empty.
std::string kept_sign(const std::vector<Number>& points, const std::set<std::size_t>& met) {
    if (points.size() < 4 || met != std::set<std::size_t>{0, points.size() - 1}) return {};
    return "these are the ends of chains that take the same root in all their steps: does the "
           "stream's state go on from step to step, and not that of a copy?";
}

/// Every chain must end at a point reachable in its steps, and every such point must be the end of
/// some chain.
void check_reached(Number c, int burn_in, int samples, const std::string& why,
                   const std::string& missing) {
    const Problem problem = hits_problem(c, around(c), {many, burn_in, samples});
    const Call call = make_call(problem);
    const auto points = reachable(c, burn_in + samples);
    for (const Answer& answer : run(call)) {
        const auto z = ends(problem, call, answer);
        const auto made = steps_made(c, burn_in + samples, z);
        std::set<std::size_t> met;
        for (std::size_t k = 0; k < z.size(); ++k) {
            const std::size_t at = nearest(points, z[k]);
            met.insert(at);
            if (!(std::abs(points[at] - z[k]) < float_error))  // also if it is NaN
                fail(where(problem) +
                     fmt::format("chain {} ends at {}; {} {}", k, julia::shown(z[k]), why,
                                 julia::shown(points[at])) +
                     made + repeat(call, answer.order()));
        }
        const auto kept = kept_sign(points, met);
        const auto early = samples == 1 ? sampled_at_the_other(answer, c, points, met) : "";
        expect(
            met.size() == points.size() || burn_in + samples == 0,
            where(problem) +
                fmt::format("the chains end at {} of the {} points that {} lead{} to", met.size(),
                            points.size(), words::number_of(burn_in + samples, "random sign"),
                            burn_in + samples == 1 ? "s" : "") +
                (!early.empty()  ? "; " + early
                 : !kept.empty() ? "; " + kept
                 : made.empty()  ? "; " + one_of_two(points, met) + missing
                                 : made) +
                repeat(call, answer.order()));
    }
}

/// A view of a part of the set, or of the whole set.
View draw_view(Number c, bool all) {
    const double reach = julia::radius(c);
    if (all) return around(c, draw_from(31, 50), 29);
    return {{static_cast<float>(draw_between(-reach / 2, reach / 2)),
             static_cast<float>(draw_between(-reach / 2, reach / 2))},
            static_cast<float>(draw_between(reach / 2, reach)),
            draw_from(20, 39),
            draw_from(20, 39)};
}

bool is_among(const std::vector<Number>& points, Number z) {
    return std::abs(points[nearest(points, z)] - z) < float_error;
}

/// Where the last point of a chain lies where no steps lead, its pixels say nothing. A step too
/// many shows in the number of hits.
std::vector<Number> possible_ends(Number c, const Problem& problem, const Call& call,
                                  const Answer& answer, int steps) {
    auto all = ends(problem, call, answer);
    const auto points = reachable(c, steps), further = reachable(c, steps + 1);
    for (const Number end : all)
        if (!is_among(points, end) && !is_among(further, end))
            fail(where(problem) +
                 fmt::format("a chain ends at {}, where {} from the fixed point cannot lead",
                             julia::shown(end), words::number_of(steps, "step")) +
                 asked(answer,
                       ": does each step take a root of z - c, and is `last` its last point?") +
                 repeat(call, answer.order()));
    return all;
}

/// Each end's points of the samples, counted in the pixels that they lie in.
std::vector<unsigned> counts_by(const PixelOf& pixel_of, Number c, const Chains& chains,
                                const std::vector<Number>& ends, std::vector<unsigned> before) {
    const auto points = reachable(c, chains.burn_in + chains.samples);
    for (const Number end : ends) {
        Number z = points[nearest(points, end)];
        for (int i = 0; i < chains.samples; ++i, z = z * z + c)
            if (const auto pixel = pixel_of(z); pixel >= 0)
                ++before[static_cast<std::size_t>(pixel)];
    }
    return before;
}

/// Starts with hits that are there before.
void check_hits_of(Number c, const View& view, const Chains& chains) {
    std::vector<unsigned> before(view.pixels());
    for (unsigned& count : before) count = static_cast<unsigned>(draw_from(0, 4));
    const Problem problem = julia::hits_problem(c, view, draw_stream(), chains, before);
    const Call call = make_call(problem).reproduce_with("");
    for (const Answer& answer : run(call)) {
        const auto last = possible_ends(c, problem, call, answer, chains.burn_in + chains.samples);
        const auto got = answer.output<unsigned>("hits");
        const Hits hits{
            .got = got, .expected = counts_of(view, c, chains, last, before), .before = before};
        const auto by = [&](const PixelOf& pixel_of) {
            return counts_by(pixel_of, c, chains, last, before);
        };
        const bool right = std::ranges::equal(hits.got, hits.expected);
        check_counts(problem, call, answer, view, hits,
                     right ? "" : cause_by_places(view, hits.got, by));
    }
}

/// A view of 20 x 16 pixels with the fixed point at this position.
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

}  // namespace

void check_first_steps() {
    for (const Number c : {Number{0, 0}, draw_c(), draw_c(), Number{-2, 0}}) {
        check_reached(c, 0, 0,
                      "without a step it must be at the fixed point (1 + sqrt(1 - 4c)) / 2,", "");
        if (c == Number{-2, 0}) continue;  // some roots are equal
        check_reached(c, 0, 1, "one step back from the fixed point, the nearest point is",
                      "each step takes one of the two at random");
        check_reached(c, 3, 0, "3 steps of burn-in back from the fixed point, the nearest point is",
                      "burn_in says how many steps there are, each with a sign of its own");
        check_reached(c, 2, 2, "4 steps back from the fixed point, the nearest point is",
                      "each step needs a random bit of its own");
    }
}

std::vector<unsigned> counts_of(const View& view, Number c, const Chains& chains,
                                const std::vector<Number>& ends, std::vector<unsigned> before) {
    return counts_by([&](Number z) { return julia::pixel_of(view, z); }, c, chains, ends,
                     std::move(before));
}

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

void check_edges() {
    // Not in the middle of a pixel, where rounding down, towards 0 and to the nearest whole number
    // would go wrong in the same way.
    const std::pair<double, double> places[] = {{0.25, 0.75},  {19.75, 15.25}, {20.25, 8.75},
                                                {-0.75, 8.25}, {9.25, 16.75},  {9.75, -0.75}};
    for (const auto& [column, row] : places) {
        Number c = draw_c();
        while (!is_clear(view_with_fixed_point_at(c, column, row), c, 1)) c = draw_c();
        check_hits_of(c, view_with_fixed_point_at(c, column, row), {100, 0, 1});
    }
}

void check_all_hits() {
    for (const Chains chains : {Chains{1, 0, 1000}, Chains{127, 20, 10}, Chains{128, 20, 10},
                                Chains{129, 20, 10}, Chains{1000, 30, 7}}) {
        const Number c = draw_c();
        const View view = around(c, 33, 57);
        const Problem problem = hits_problem(c, view, chains);
        const Call call = make_call(problem);
        for (const Answer& answer : run(call)) {
            ends(problem, call, answer);
            std::int64_t sum = 0;
            for (const unsigned count : answer.output<unsigned>("hits")) sum += count;
            const std::int64_t expected = std::int64_t{chains.count} * chains.samples;
            expect(sum == expected,
                   where(problem) +
                       fmt::format("{} hits, expected {}: every sample lies in the view", sum,
                                   expected) +
                       asked(answer,
                             ". Are hits lost, because an addition is not atomic, or chains left "
                             "out?") +
                       repeat(call, answer.order()));
            check_orbits(problem, call, answer, view, std::array{c}, chains);
        }
    }
}

}  // namespace julia_suite
