// Rung 3: many c in one launch.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numeric>
#include <span>
#include <string>

#include "suites/09-julia/checks.hpp"

namespace julia_suite {

namespace {

std::uint64_t sum_of(std::span<const unsigned> counts) {
    return std::accumulate(counts.begin(), counts.end(), std::uint64_t{0});
}

/// All samples lie in the view. Where those of all frames are counted, but not each in its frame,
/// the pictures are not apart.
void expect_hits_in_frame(const Problem& problem, const Chains& chains,
                          std::span<const unsigned> hits, const View& view, std::size_t frame,
                          const Lines& tail) {
    const std::uint64_t expected = std::uint64_t(chains.count) * chains.samples;
    const std::uint64_t all = expected * (hits.size() / view.pixels());
    const std::uint64_t own = sum_of(hits.subspan(frame * view.pixels(), view.pixels()));
    expect(own == expected || sum_of(hits) != all,
           where(problem) +
               fmt::format("frame {} has {} hits, expected {}, and all frames together have the {} "
                           "that there must be: the picture of frame f begins at "
                           "hits[f * rows * columns]",
                           frame, own, expected, all) +
               tail);
}

/// Where the hits of the frame lie as a whole, but not at its place: where the picture begins.
std::size_t where_it_lies(std::span<const unsigned> hits, const std::vector<unsigned>& picture,
                          std::size_t place) {
    for (std::size_t begin = 0; begin + picture.size() <= hits.size(); ++begin)
        if (begin != place && std::ranges::equal(hits.subspan(begin, picture.size()), picture))
            return begin;
    return place;
}

void expect_picture_in_place(const Problem& problem, std::span<const unsigned> hits,
                             const View& view, const std::vector<unsigned>& picture,
                             std::size_t frame, const Lines& tail) {
    const std::size_t place = frame * view.pixels();
    if (std::ranges::equal(hits.subspan(place, view.pixels()), picture)) return;
    const std::size_t begin = where_it_lies(hits, picture, place);
    // Every way to place frames begins with hits[0] or a whole picture: what moves the first one by
    // less moves the pixels in all of them.
    if (frame == 0 && begin % view.pixels() != 0) return;
    expect(begin == place,
           where(problem) +
               fmt::format("the picture of frame {} is right, and begins at hits[{}]: the picture "
                           "of frame f begins at hits[f * rows * columns], that is at hits[{}]",
                           frame, begin, place) +
               tail);
}

/// Whether the chains end where they can, once their ends are read frame by frame for each chain.
bool are_by_chains(const std::vector<Number>& ends, const std::vector<Number>& c, int steps) {
    const std::size_t frames = c.size();
    for (std::size_t f = 0; f < frames; ++f) {
        const auto points = reachable(c[f], steps);
        for (std::size_t at = f; at < ends.size(); at += frames)
            if (!(std::abs(points[nearest(points, ends[at])] - ends[at]) < float_error))
                return false;
    }
    return true;
}

}  // namespace

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
                if (!(std::abs(points[nearest(points, end)] - end) < float_error))
                    fail(where(problem) +
                         fmt::format("frame {}, c = {}: a chain ends at {}, where its 3 "
                                     "steps cannot lead{}",
                                     f, julia::shown(c[f]), julia::shown(end),
                                     are_by_chains(z, c, 3)
                                         ? ". All ends are right where `last` is read as if the "
                                           "frames of a chain were neighbours: it is "
                                           "last[frame][chain]"
                                         : asked(answer, ": does each frame have its c?")) +
                         repeat(call, answer.order()));
            expect_hits_in_frame(problem, chains, hits, view, f, repeat(call, answer.order()));
            const auto picture = counts_of(view, c[f], chains, of_frame, empty(view));
            expect_picture_in_place(problem, hits, view, picture, f, repeat(call, answer.order()));
            check_counts(problem, call, answer, view,
                         {.got = std::span(hits).subspan(f * view.pixels(), view.pixels()),
                          .expected = picture});
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
        const auto tail = repeat(call, answer.order());
        expect_different(where(problem), z, tail);
        for (std::size_t f = 0; f < all.size(); ++f)
            expect_moments(where(problem) + fmt::format("frame {}: ", f), all[f],
                           {z.begin() + static_cast<std::ptrdiff_t>(f) * chains,
                            z.begin() + static_cast<std::ptrdiff_t>(f + 1) * chains},
                           tail,
                           "is the frame's c that of d_c[2 * f] and d_c[2 * f + 1], and do its "
                           "chains make their steps as those of julia_hits do?");
        std::vector<std::pair<Number, Number>> pairs;
        for (int k = 0; k < chains; ++k) pairs.emplace_back(z[k], z[chains + k]);
        expect_unlike(where(problem), "the same chain of two frames", c, pairs, tail);
    }
}

void check_unrelated_frames() {
    const std::vector<Number> c{draw_c(), draw_c(), draw_c()};
    const View view = around(c.front(), 5, 5);
    const std::uint32_t seed = draw_stream();
    const int chains = draw_size(230);
    std::vector<Number> of_chains;
    for (const Number one : c)
        of_chains.insert(of_chains.end(), static_cast<std::size_t>(chains), one);
    check_unrelated(
        [&](int burn_in) {
            return julia::frames_problem(c, view, seed, {chains, burn_in, 0});
        },
        of_chains);
}

void check_frames_refused() {
    const View view{0, 4, 3, 3};
    expect_refused(julia::frames_problem({0.0}, view, 1, {4, 1, 1}).size("frames", 0), {"frames"});
    expect_refused(julia::frames_problem({0.0}, view, 1, {4, 1, 1}).size("chains", 0), {"chains"});
}

}  // namespace julia_suite
