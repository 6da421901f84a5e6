// Rung 2: the pruned iteration, whose tree depends slightly on the order of threads.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <set>

#include "number_of.hpp"
#include "suites/09-julia/checks.hpp"

namespace julia_suite {

namespace {

using Pixels = std::set<std::int64_t>;

/// The pixels that the pruned iteration reaches in its levels, computed in double precision.
/// `before`: the hits before the call; empty: none.
Pixels explored(Number c, const Pruning& pruning, const std::vector<unsigned>& before = {}) {
    const View square = julia::square(pruning.side);
    std::map<std::int64_t, unsigned> counts;
    const auto count = [&](std::int64_t pixel) -> unsigned& {
        const auto [at, is_new] = counts.try_emplace(pixel);
        if (is_new && !before.empty()) at->second = before[static_cast<std::size_t>(pixel)];
        return at->second;
    };
    std::vector<Number> level{julia::fixed_point(c)};
    for (int done = 0; done < pruning.levels && !level.empty(); ++done) {
        std::vector<Number> next;
        for (const Number z : level) {
            const Number root = std::sqrt(z - c);
            for (const Number w : {root, -root})
                if (const auto pixel = julia::pixel_of(square, w);
                    pixel >= 0 && count(pixel)++ < pruning.limit)
                    next.push_back(w);
        }
        level = std::move(next);
    }
    Pixels pixels;
    for (const auto& [pixel, count] : counts) pixels.insert(pixel);
    return pixels;
}

/// How many of `pixels` are in `others`, or next to one of them.
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

/// The first `limit` counts of a pixel are points of a next level, and both roots of each point are
/// counted. So the number of hits is twice that of the points, plus one for the fixed point. Hits
/// from `before` the call count towards the limit; empty: there were none. One point in
/// `one_in_left` may be left in the last level; 0: none.
void expect_all_expanded(const Problem& problem, const Answer& answer,
                         const std::vector<unsigned>& hits, std::vector<unsigned> before,
                         unsigned limit, const Lines& tail, std::uint64_t one_in_left = 0) {
    before.resize(hits.size());
    std::uint64_t sum = 0, points = 1;
    for (std::size_t i = 0; i < hits.size(); ++i) {
        if (hits[i] < before[i])
            fail(where(problem) +
                 fmt::format("hits[{}] held {} before the call, and {} after it: hits are only "
                             "added",
                             i, before[i], hits[i]) +
                 tail);
        sum += hits[i] - before[i];
        points += std::min(hits[i], limit) - std::min(before[i], limit);
    }
    const std::uint64_t left = one_in_left == 0 ? 0 : points / one_in_left;
    const char* const too_few =
        sum == 0 ? "; no root is counted, not even those of the fixed point: is d_counts[0] 1 when "
                   "level 0 is launched, and does that launch read it?"
                 : "; are roots or points left out, or levels that still had points?";
    expect(sum <= 2 * points && sum + 2 * left >= 2 * points,
           where(problem) +
               fmt::format(
                   "{} hits, and {} points that were counted below the limit: each has two "
                   "roots, so there must be {} hits{}",
                   sum, points, 2 * points,
                   asked(answer, sum < 2 * points
                                     ? too_few
                                     : "; is a root stored though its pixel was full, does a "
                                       "dropped root take a place, or is a point visited twice?")) +
               tail);
}

/// The pixels with hits that were not there `before` (empty: none) are those of the set. Which of
/// several points a full pixel keeps depends on chance, but nearly all pixels are the same.
void expect_picture(Number c, const Pruning& pruning, const Problem& problem, const Answer& answer,
                    const std::vector<unsigned>& before, const Lines& tail) {
    const auto hits = answer.output<unsigned>("hits");
    Pixels pixels;
    for (std::size_t i = 0; i < hits.size(); ++i)
        if (hits[i] > (before.empty() ? 0 : before[i])) pixels.insert(static_cast<std::int64_t>(i));
    const Pixels expected = explored(c, pruning, before);
    Pruning more = pruning;
    more.limit *= 8;
    const std::size_t near = met_by(pixels, explored(c, more), pruning.side);
    expect(near * 100 >= pixels.size() * 98,
           where(problem) +
               fmt::format("{} of {} pixels with hits are not near the set{}", pixels.size() - near,
                           pixels.size(),
                           asked(answer, ": are the roots those of z - c, and row 0 at the top?")) +
               tail);
    const std::size_t met = met_by(expected, pixels, pruning.side);
    expect(met * 100 >= expected.size() * 90,
           where(problem) +
               fmt::format("{} of {} pixels of the set have no hit near them{}",
                           expected.size() - met, expected.size(),
                           asked(answer,
                                 ": is a branch pruned too early, or one of the two roots, w and "
                                 "-w, not visited?")) +
               tail);
}

void check_pruned_answer(Number c, const Pruning& pruning, const Problem& problem, const Call& call,
                         const Answer& answer) {
    check_values(problem, call, Outcome({answer}));
    const auto tail = repeat(call, answer.order());
    const auto hits = answer.output<unsigned>("hits");
    expect_all_expanded(problem, answer, hits, {}, pruning.limit, tail);
    expect_picture(c, pruning, problem, answer, {}, tail);
}

void check_pruned(Number c, const Pruning& pruning) {
    const Problem problem = julia::pruned_problem(c, pruning);
    const Call call = make_call(problem);
    for (const Answer& answer : run(call)) check_pruned_answer(c, pruning, problem, call, answer);
}

// Of 300,000 trees of either picture, for c of draw_expanding_c, none had more than 56 levels, or
// more than 252 points in one. There are more levels than threads in a block of 128, so that it is
// noticed if one block alone clears the counts.
constexpr int enough_levels = 150, enough_capacity = 1024;

}  // namespace

// The host knows c, and could find the points itself, but it does not know which pixels are full.
// The pixels of the first levels are empty: a tree that is cut there would be much smaller. Where
// few pixels stay empty, some branches live long: of 300 trees with 30 levels, 9 had points left,
// up to 8 of 11,000.
CheckedCall pruned_with_hits(Number c, const Pruning& pruning) {
    constexpr int one_in = 8, one_in_left = 200;
    std::vector<unsigned> before(static_cast<std::size_t>(pruning.side) *
                                 static_cast<std::size_t>(pruning.side));
    for (unsigned& count : before)
        if (draw_seed() % one_in == 0) count = pruning.limit;
    for (const std::int64_t pixel : explored(c, {pruning.side, pruning.limit, 4, pruning.capacity}))
        before[static_cast<std::size_t>(pixel)] = 0;
    const Problem problem = julia::pruned_problem(c, pruning, before);
    return {make_call(problem).reproduce_with(""), [=](const Call& call, const Answer& answer) {
                check_values(problem, call, Outcome({answer}));
                expect_all_expanded(problem, answer, answer.output<unsigned>("hits"), before,
                                    pruning.limit,
                                    Lines{{LineKind::cause,
                                           "an eighth of the pixels was full "
                                           "before the call"}} +
                                        repeat(call, answer.order()),
                                    one_in_left);
                expect_picture(c, pruning, problem, answer, before, repeat(call, answer.order()));
            }};
}

void check_pruned_sets() {
    check_pruned(0, {1, 1, 3, 1});
    check_pruned(0, {4, 1, 40, 64});
    for (const Number c :
         {Number{0, 0}, Number{-2, 0}, Number{0, 1}, Number{-0.75, 0}, draw_expanding_c()})
        for (const Pruning pruning : {Pruning{31, 1, enough_levels, enough_capacity},
                                      Pruning{100, 4, enough_levels, enough_capacity}})
            check_pruned(c, pruning);
    for (const Pruning pruning : {Pruning{31, 1, enough_levels, enough_capacity},
                                  Pruning{100, 4, enough_levels, enough_capacity}}) {
        const CheckedCall made = pruned_with_hits(draw_expanding_c(), pruning);
        for (const Answer& answer : run(made.call)) made.check(made.call, answer);
    }
}

void check_pruned_limits() {
    const Number c = draw_c();
    for (const int levels : {0, 1, 4, 18}) {
        const Pruning pruning{64, 1'000'000, levels, levels == 18 ? 1 << 18 : 64};
        const Problem problem = julia::pruned_problem(c, pruning);
        const Call call = make_call(problem);
        for (const Answer& answer : run(call)) {
            check_values(problem, call, Outcome({answer}));
            std::int64_t sum = 0;
            for (const unsigned count : answer.output<unsigned>("hits")) sum += count;
            expect(sum == (std::int64_t{2} << levels) - 2,
                   where(problem) +
                       fmt::format("{} after {}; without a full pixel there are {}",
                                   words::number_of(sum, "hit"), words::number_of(levels, "level"),
                                   (2 << levels) - 2) +
                       repeat(call, answer.order()));
        }
    }
    for (const int capacity : {1, 7}) {
        const Problem problem = julia::pruned_problem(c, {64, 8, 12, capacity});
        const Call call = make_call(problem);
        for (const Answer& answer : run(call)) check_values(problem, call, Outcome({answer}));
    }
    expect_refused(julia::pruned_problem({1.5, 1.5}, {8, 1, 2, 16}), {"c"});
    expect_refused(julia::pruned_problem({std::nan(""), 0}, {8, 1, 2, 16}), {"c"});
}

}  // namespace julia_suite
