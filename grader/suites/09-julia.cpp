// The graded cases of lab 09: chains of inverse iteration, a tone map, the pruned iteration, many c
// in one launch. The random numbers are the student's own, so most checks are of properties that
// every right answer has: points reachable in few steps, counts that agree with the chains' ends,
// and means over independent chains. For false alarms, see 09-julia/means.cpp.
#include <fmt/format.h>

#include <cmath>

#include "09-julia/problem.hpp"
#include "runner/inputs.hpp"
#include "suite/batch.hpp"
#include "suite/failing.hpp"
#include "suite/suspected.hpp"
#include "suite/work.hpp"
#include "suites/09-julia/checks.hpp"

namespace julia_suite {

LAB_SUITE("09-julia");

namespace {

void check_refusals() {
    const auto with = [](Number c, Chains chains) {
        return julia::hits_problem(c, {0, 4, 3, 3}, 1, chains, std::vector<unsigned>(9));
    };
    expect_refused(with({std::nan(""), 0}, {4, 1, 1}), {"c"});
    expect_refused(with({0, INFINITY}, {4, 1, 1}), {"c"});
    expect_refused(with({0, 0}, {0, 1, 1}).output<float>("none", {1}, {}), {"chains"});
    expect_refused(with({0, 0}, {4, -1, 1}), {"burn_in"});
    expect_refused(with({0, 0}, {4, 1, -1}), {"samples"});
    expect_refused(with({0, 0}, {4, 1, 1}).size("columns", 0), {"view", "columns"});
    expect_refused(with({0, 0}, {4, 1, 1}).real("width", 0), {"width"});
}

/// What a pixel gets from the palette by mistake.
std::vector<grader::suite::Mistake> tone_mistakes(const std::vector<unsigned>& hits,
                                                  unsigned white) {
    const auto entry_of = [=](std::size_t pixel) {
        return std::lround(255 * std::log1p(std::min(hits[pixel], white)) / std::log1p(white));
    };
    const auto byte = [bytes = julia::palette()](std::int64_t at) {
        return static_cast<double>(bytes[static_cast<std::size_t>(at)]);
    };
    return {
        {"where the bytes of one colour lie side by side for all pixels: the three of a pixel do, "
         "from rgb[3 * pixel] on",
         [=, pixels = hits.size()](std::size_t e) {
             return byte(3 * entry_of(e % pixels) + std::int64_t(e / pixels));
         }},
        {"where entry k of the palette is taken to begin at byte k: it has three bytes, and begins "
         "at the entry times 3",
         [=](std::size_t e) { return byte(entry_of(e / 3) + std::int64_t(e % 3)); }},
        {"where the brightness is a quotient of whole numbers, which is 0 below white",
         [=](std::size_t e) {
             const std::int64_t entry = hits[e / 3] >= white ? 255 : 0;
             return byte(3 * entry + std::int64_t(e % 3));
         }},
        {"where the logarithm is that of a quotient of whole numbers, which is 0 below white and 1 "
         "from there on: it is the quotient of two logarithms",
         [=](std::size_t e) {
             const std::int64_t entry = hits[e / 3] >= white ? std::lround(255 * std::log1p(1)) : 0;
             return byte(3 * entry + std::int64_t(e % 3));
         }},
        {"where the palette is taken from its other end: entry 0 is that of no hits, and 255 that "
         "of white",
         [=](std::size_t e) { return byte(3 * (255 - entry_of(e / 3)) + std::int64_t(e % 3)); }},
    };
}

std::vector<unsigned> draw_hits(std::size_t pixels, unsigned white, std::uint64_t seed) {
    std::vector<unsigned> hits(pixels);
    for (std::size_t i = 0; i < pixels; ++i)
        if (i % 3 != 0)
            hits[i] =
                static_cast<unsigned>(runner::mix(seed, std::to_string(i)) % (1 + white * 3 / 2));
    if (pixels > 5) hits[3] = 1, hits[4] = white, hits[5] = 0xffffffff;
    return hits;
}

void check_tones() {
    // From about 6000 on it shows how many threads share the pixels.
    for (const int size : {1, 2, 127, 128, 129, 1000, draw_from(6000, 11'999),
                           draw_from(12'000, 23'999), draw_from(24'000, 47'999), 140'000}) {
        const auto pixels = static_cast<std::size_t>(size);
        const auto white = static_cast<unsigned>(draw_from(1, 1000));
        check([&](std::uint64_t seed) -> grader::suite::Suspected {
            const auto hits = draw_hits(pixels, white, seed);
            return {julia::tone_problem(hits, white), [=] { return tone_mistakes(hits, white); }};
        });
    }
    check(julia::tone_problem({0, 1, 2, 3}, 1));
}

// ---- What the work costs.

/// A c of this magnitude, off the real axis, and equal for all cases that ask with the name.
Number drawn_number(const std::string& name, double magnitude) {
    const int degrees = draw_size(80, name + " degrees"), side = draw_below(2, name + " side");
    return std::polar(magnitude, (side == 0 ? 1 : -1) * degrees * 0.0174533);
}

struct Counted {
    const Answer& answer;
    Chains chains;
};

Counted counted_hits() {
    const int samples = draw_size(6, "samples");
    const Chains chains{draw_work_size(96'000, "chains") / samples, draw_size(10, "burn-in"),
                        samples};
    const Number c = drawn_number("c", 0.7);
    return {grader::suite::counts_of("hits",
                                     [&] {
                                         // Wider than high, so that only the rows decide how large
                                         // a pixel is.
                                         const View view = around(c, draw_size(275, "columns"),
                                                                  draw_work_size(200, "rows"));
                                         return checked_hits(c, view, chains);
                                     }),
            chains};
}

/// A warp's steps cost the same for one lane as for all of them. So the lanes of a warp must take
/// them together, each for a chain of its own; their samples are then counted by one request. Warps
/// need not be full.
void expect_chains_side_by_side(const Answer& answer, std::int64_t samples_of_chains) {
    constexpr double lanes = 32;
    const auto requests =
        static_cast<double>(counted(answer, "red_requests") + counted(answer, "atom_requests"));
    const double enough = static_cast<double>(samples_of_chains) / lanes;
    expect_used(requests < 2 * enough,
                fmt::format("{} makes {:.0f} requests for {} samples; with a chain for each lane "
                            "of a warp, {:.0f} are enough",
                            answer.function(), requests, samples_of_chains, enough),
                about_accesses);
}

/// Steps of chains cost little but arithmetic, of which the limit of the time leaves room for more.
/// A step and its sample are about 30 basic blocks of a program.
void expect_few_chains(const Answer& answer, const Chains& chains) {
    constexpr double blocks_of_a_step = 30, begin = 50, most = 8;
    const double enough = most * (blocks_of_a_step * (chains.burn_in + chains.samples) + begin);
    expect_few_steps(answer, enough,
                     fmt::format("{}, {}, takes less than {:.0f} of each thread, even with {:.0f} "
                                 "chains a thread. Let each thread follow its own",
                                 answer.function(), julia::words(chains), enough, most));
}

void check_atomics() {
    const auto& [answer, chains] = counted_hits();
    const auto operations = counted(answer, "atomic_operations");
    const auto samples = static_cast<std::uint64_t>(chains.count) * chains.samples;
    expect_chains_side_by_side(answer, static_cast<std::int64_t>(samples));
    expect_few_chains(answer, chains);
    // A thread may take the numbers of its chains from a counter, the last time in vain.
    const auto tickets = answer.reads_by_atomics() ? static_cast<std::uint64_t>(chains.count) +
                                                         32 * counted(answer, "warps")
                                                   : 0;
    expect(
        operations > 0 && operations <= samples + tickets,
        fmt::format("{} atomic operations for {} samples: count each sample's pixel by one atomic "
                    "addition, or fewer",
                    operations, samples),
        about_atomics);
}

grader::suite::Sizes sizes_of(const Chains& chains) {
    return {{"chains", chains.count}, {"burn_in", chains.burn_in}, {"samples", chains.samples}};
}

/// The launch, and the additions, which about sixty multiprocessors share in blocks of 256 threads.
void check_hits_work() {
    const auto& [answer, chains] = counted_hits();
    grade_work(answer, limit_of("julia_hits", sizes_of(chains)),
               "julia_hits, " + julia::words(chains));
    demonstrate(answer);
}

/// Each pixel has one load of its hits, which are new, three of the palette and three stores.
void check_tones_work() {
    const int pixels = draw_work_size(40'000, "pixels of the tone map");
    const auto white = static_cast<unsigned>(draw_size(1000, "white"));
    const Answer& answer = grader::suite::counts_of("tones", [&] {
        std::vector<unsigned> hits(static_cast<std::size_t>(pixels));
        for (unsigned& count : hits) count = static_cast<unsigned>(draw_seed() % (white * 3 / 2));
        return checked(julia::tone_problem(hits, white));
    });
    grade_work(answer, limit_of("tone_map"), fmt::format("tone_map of {} pixels", pixels));
}

/// Beside i or -i, where 0 leaves the disc of radius 2 soon (draw_expanding_c). Of the sets that
/// are connected, the tree of i ends soonest, so that its levels are large beside what a launch
/// takes.
Number drawn_near_i() {
    const auto drawn = [](const char* name) { return (draw_size(1000, name) - 1000) / 250.0; };
    const double sign = draw_below(2, "side of c") == 0 ? 1 : -1;
    return {static_cast<float>(0.05 * drawn("real part")),
            static_cast<float>(sign * (1.05 + 0.03 * drawn("imaginary part")))};
}

/// One launch for each level.
void check_pruned_work() {
    const Pruning pruning{draw_work_size(300, "side"),
                          static_cast<unsigned>(draw_size(16, "limit")),
                          draw_work_size(30, "levels"), 16384};
    const Number c = drawn_near_i();
    const Answer& answer =
        grader::suite::counts_of("pruned", [&] { return pruned_with_hits(c, pruning); });
    grade_work(answer, limit_of("julia_pruned", {{"levels", pruning.levels}}),
               fmt::format("julia_pruned, {} x {} pixels", pruning.side, pruning.side));
    // The host knows c, and could compute the tree itself.
    std::uint64_t handed = 0;
    for (const auto& launch : answer.launches()) handed += launch.counter("parameter_bytes");
    const auto bytes = sizeof(unsigned) * static_cast<std::uint64_t>(pruning.side * pruning.side);
    expect_used(
        handed < bytes / 8,
        fmt::format("julia_pruned hands {} bytes to its kernels as parameters, for {} bytes "
                    "of hits: the points are to be found on the device",
                    handed, bytes));
}

CheckedCall counted_frames(int frames, const Chains& chains) {
    std::vector<Number> c;
    const Number first = drawn_number("first frame", 0.7);
    for (int f = 0; f < frames; ++f) c.push_back(first * std::polar(1.0, 1.0 * f));
    const int columns = draw_size(50, "columns of frames");
    const View view{0, 0.1f * static_cast<float>(columns), columns,
                    draw_work_size(40, "rows of frames")};
    const Problem problem = julia::frames_problem(c, view, draw_stream(), chains);
    return {make_call(problem), [=](const Call& call, const Answer& answer) {
                check_orbits(problem, call, answer, view, c, chains);
            }};
}

void check_frames_work() {
    const int frames = draw_size(12, "frames");
    const int of_a_chain = draw_size(4, "samples of frames");
    const Chains chains{draw_work_size(72'000, "chains of frames") / (frames * of_a_chain),
                        draw_size(10, "burn-in of frames"), of_a_chain};
    const Answer& answer =
        grader::suite::counts_of("frames", [&] { return counted_frames(frames, chains); });
    grader::suite::Sizes sizes = sizes_of(chains);
    sizes["frames"] = frames;
    grade_work(answer, limit_of("julia_frames", sizes),
               fmt::format("julia_frames, {} frames of {}", frames, julia::words(chains)));
    expect(answer.launch_count() == 1,
           fmt::format("julia_frames makes {} launches; one with the frames along the grid's z is "
                       "enough",
                       answer.launch_count()));
    expect_chains_side_by_side(answer, std::int64_t{frames} * chains.count * chains.samples);
    expect_few_chains(answer, chains);
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

// The sizes in predict.toml, and others for which its formulas must hold.
const Chains example{1000, 50, 20};
Chains drawn_example() {
    return {draw_size(900, "predicted chains"), draw_size(40, "predicted burn-in"),
            draw_size(30, "predicted samples")};
}

const Answer& counts_of_chains(const Chains& chains) {
    const Number c{0, 1};
    const auto name = fmt::format("{} chains {} {}", chains.count, chains.burn_in, chains.samples);
    return grader::suite::counts_of(name,
                                    [&] { return checked_hits(c, around(c, 100, 100), chains); });
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
    check_every_step();
    check_periods();
    check_long_chain();
    check_unrelated_chains();
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
GRADED(fast, "rung 1: julia_hits: work", 2) {
    check_hits_work();
}
GRADED(fast, "rung 1: tone_map: work", 1) {
    check_tones_work();
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
    check_unrelated_frames();
    check_frames_refused();
}
GRADED(safe, "rung 3: julia_frames: nothing is found", 4) {
    expect_no_findings("julia_frames");
}
GRADED(safe, "rung 3: julia_frames: reports a launch that fails", 1) {
    expect_failures_handled(counted_frames(draw_size(5), {draw_size(50), 1, 1}));
}
GRADED(fast, "rung 3: julia_frames: one launch, work", 4) {
    check_frames_work();
}

}  // namespace julia_suite
