// The hits of long chains, by their ends: z * z + c leads from the end of a chain back along its
// samples.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <set>
#include <span>
#include <utility>
#include <vector>

#include "suites/09-julia/checks.hpp"

namespace julia_suite {

namespace {

// A step of a right answer is off by less than this, for points of magnitude 1.
constexpr double rounding_of_a_step = 5e-6;
// In pixels: what rounding does to a place in the view, and from where on a place says nothing.
constexpr double rounding_of_a_place = 1e-2, farthest = 1;

/// What the hits of each pixel must be: at least `least`, and at most that and `perhaps`, since the
/// error of a point grows on its way back. `anywhere`: samples whose pixels are not known at all.
struct Bounds {
    std::vector<unsigned> least, perhaps;
    std::uint64_t anywhere = 0;
};

/// A place in the view, `off` pixels at most from the right one.
void add_sample(Bounds& bounds, const View& view, Number z, double off) {
    const auto [column, row] = julia::place_of(view, z);
    const auto index = [&](double c, double r) {
        return static_cast<std::size_t>(r) * view.columns + static_cast<std::size_t>(c);
    };
    const double left = std::floor(column - off), right = std::floor(column + off),
                 top = std::floor(row - off), bottom = std::floor(row + off);
    const bool is_known = left == right && top == bottom;
    for (double r = std::max(top, 0.0); r <= std::min(bottom, view.rows - 1.0); ++r)
        for (double c = std::max(left, 0.0); c <= std::min(right, view.columns - 1.0); ++c)
            ++(is_known ? bounds.least : bounds.perhaps)[index(c, r)];
}

Bounds bounds_of(const View& view, Number c, const Chains& chains, std::span<const Number> ends) {
    Bounds bounds{std::vector<unsigned>(view.pixels()), std::vector<unsigned>(view.pixels())};
    const double pixels_a_unit = view.columns / view.width;
    for (const Number end : ends) {
        Number z = end;
        double error = 0;
        for (int i = 0; i < chains.samples; ++i) {
            const double off = error * pixels_a_unit + rounding_of_a_place;
            if (!(off < farthest)) {
                bounds.anywhere += static_cast<std::uint64_t>(chains.samples - i);
                break;
            }
            add_sample(bounds, view, z, off);
            error = error * (2 * std::abs(z) + error) + rounding_of_a_step * (1 + std::norm(z));
            z = z * z + c;
        }
    }
    return bounds;
}

std::size_t different(std::span<const Number> ends) {
    std::set<std::pair<double, double>> all;
    for (const Number end : ends) all.emplace(end.real(), end.imag());
    return all.size();
}

/// All hits that are beyond the bounds of their pixels are samples whose pixels are not known.
void expect_within(const Bounds& bounds, std::span<const unsigned> hits, const std::string& head,
                   const Lines& tail) {
    std::uint64_t beyond = 0;
    for (std::size_t pixel = 0; pixel < hits.size(); ++pixel) {
        const unsigned least = bounds.least[pixel], most = least + bounds.perhaps[pixel];
        expect(hits[pixel] >= least,
               head +
                   fmt::format("pixel {} has {} hits, and at least {} samples of the chains lie in "
                               "it, by their ends: each sample is counted in the pixel that it "
                               "lies in",
                               pixel, hits[pixel], least) +
                   tail);
        beyond += hits[pixel] - std::min(hits[pixel], most);
    }
    expect(beyond <= bounds.anywhere,
           head +
               fmt::format("{} hits are in pixels in which no sample of the chains lies, by their "
                           "ends: each sample is counted in the pixel that it lies in",
                           beyond) +
               tail);
}

/// Chains whose steps are random end at the 2^steps points alike, or nearly each at its own. Few
/// may meet by chance.
void expect_own_ends(std::span<const Number> ends, const Chains& chains, const std::string& head,
                     const Lines& tail) {
    constexpr int most_steps = 40;
    constexpr std::size_t few = 500;
    if (ends.size() < few) return;
    const int steps = std::min(chains.burn_in + chains.samples, most_steps);
    const double possible = std::min(std::ldexp(1.0, steps), static_cast<double>(ends.size()));
    const std::size_t met = different(ends);
    expect(static_cast<double>(met) >= possible / 2,
           head +
               fmt::format("{} chains of {} + {} steps end at {} points: each step needs a random "
                           "bit of its own, and each chain its own stream",
                           ends.size(), chains.burn_in, chains.samples, met) +
               tail);
}

}  // namespace

void check_orbits(const Problem& problem, const Call& call, const Answer& answer, const View& view,
                  std::span<const Number> frames, const Chains& chains) {
    const auto all = ends(problem, call, answer);
    const auto hits = answer.output<unsigned>("hits");
    const Lines tail = repeat(call, answer.order());
    for (std::size_t f = 0; f < frames.size(); ++f) {
        const std::string head =
            where(problem) + (frames.size() == 1 ? "" : fmt::format("frame {}: ", f));
        const auto count = static_cast<std::size_t>(chains.count);
        const std::span of_frame = std::span(all).subspan(f * count, count);
        expect_own_ends(of_frame, chains, head, tail);
        expect_within(bounds_of(view, frames[f], chains, of_frame),
                      std::span(hits).subspan(f * view.pixels(), view.pixels()), head, tail);
    }
}

CheckedCall checked_hits(Number c, const View& view, const Chains& chains) {
    const Problem problem = hits_problem(c, view, chains);
    return {make_call(problem), [=](const Call& call, const Answer& answer) {
                check_orbits(problem, call, answer, view, std::array{c}, chains);
            }};
}

}  // namespace julia_suite
