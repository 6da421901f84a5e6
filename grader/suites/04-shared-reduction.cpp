// The graded cases of lab 04: rung 1 the tree in shared memory, rung 2 the tree in registers, and
// the hunt. Rounding shows whether the sum is computed by a tree: see check_short_chains.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <random>

#include "suite/failing.hpp"
#include "suite/matvec.hpp"
#include "suite/matvec_timing.hpp"
#include "suite/work.hpp"

namespace shared_reduction {

LAB_SUITE("04-shared-reduction");

namespace {

using grader::score::volume;
using matvec::Shape;
using matvec::Subject;

const Subject reduce_shared{.function = "reduce_shared", .shares_rows = true};
const Subject reduce_shuffle{.function = "reduce_shuffle", .shares_rows = true};
const Subject textbook{"textbook"};

/// Values of m at and near powers of two, where trees lose elements, and a few others.
std::vector<Shape> row_lengths() {
    std::vector<Shape> shapes;
    for (const int m : {1,  2,  3,   4,   5,   7,   8,   15,  16,  17,  31,  32,  33,   63,  64,
                        65, 96, 100, 127, 128, 129, 255, 256, 257, 511, 513, 777, 1000, 1023}) {
        shapes.push_back({3, m});
    }
    for (const Shape shape : {Shape{1, 1024}, Shape{300, 17}, Shape{9, 1024}}) {
        shapes.push_back(shape);
    }
    std::ranges::sort(shapes, {}, [](Shape shape) { return shape.n * shape.m; });
    return shapes;
}

const std::vector<Shape> shapes = row_lengths();
const std::vector<Shape> powers_of_two = {{1, 1}, {3, 2}, {3, 8}, {3, 32}, {3, 256}, {9, 1024}};
const std::vector<Shape> few_shapes = {{3, 2},   {3, 33},   {3, 100}, {3, 257},
                                       {3, 777}, {300, 17}, {9, 1024}};
const Shape odd_shape{13, 100};
constexpr int drawn_elements = 1 << 15, longest_row = 1024;
// The sizes in predict.toml, and others for which its formulas must hold.
const Shape example{100, 256};
Shape drawn_example() {
    return {draw_size(60, "predicted rows"), 64 << draw_size(8, "predicted columns") % 5};
}

void check_failures_reported(const Subject& subject) {
    expect_failures_handled(matvec::integers_call(subject, matvec::draw_shape({8, 33})));
}

/// Drawn once for all cases that share a call.
Shape drawn_shape(const Subject& subject) {
    return matvec::draw_work_shape({600, 400}, subject.function);
}

/// So that no kernel shares long rows only. They are so few that a thread for each row would be
/// seen.
Shape draw_short_rows(const Subject& subject) {
    return matvec::draw_work_shape({240, 100}, subject.function + " short");
}

Shape draw_long_rows(const Subject& subject) {
    return {5, draw_work_size(800, subject.function + " long")};
}

void check_launch(const Subject& subject) {
    const Shape shape = drawn_shape(subject);
    demonstrate(matvec::counts_of(subject, shape));
    matvec::check_work(subject, shape);
    matvec::check_work(subject, draw_short_rows(subject));
    matvec::only_launch(subject, shape);
}

/// A tree for the m products of a row takes log2(m) steps, rounded up. Two more are allowed, for a
/// block that is larger than its row, and for a tree whose parts are combined.
void check_barriers(const Subject& subject, auto allowed_a_row) {
    for (const Shape shape : {drawn_shape(subject), draw_long_rows(subject)}) {
        const auto barriers = counted(matvec::only_launch(subject, shape), "barriers");
        const auto allowed =
            static_cast<std::uint64_t>(shape.n) * allowed_a_row(static_cast<unsigned>(shape.m));
        expect_saved(
            static_cast<double>(barriers), static_cast<double>(allowed),
            fmt::format("{} rows of {} products: the blocks pass {} barriers; {} are enough",
                        shape.n, shape.m, barriers, allowed));
    }
}

/// What the tree of a row with w warps needs: w wavefronts store the products. The steps with a
/// stride of at least 32 use w - 1 warps in total, and the last five steps one warp each, with two
/// loads and a store each. Thread 0 loads the sum. A tree of doubles takes two wavefronts instead
/// of one, some of which count as conflicts; both bounds allow for that.
void check_shared_memory(const Answer& answer, Shape shape) {
    const auto conflicts = bank_conflicts(answer);
    const auto without = shared_wavefronts(answer) - std::min(shared_wavefronts(answer), conflicts);
    const auto warps = std::bit_ceil(static_cast<unsigned>(shape.m + 31) / 32);
    const auto trees = static_cast<std::uint64_t>(shape.n) * (4 * warps + 13);
    expect_saved(
        static_cast<double>(without), 3.0 * static_cast<double>(trees),
        fmt::format("{} requests to shared memory; trees that halve the busy threads from the "
                    "top make {}: whole warps fall idle, instead of lanes in every warp",
                    without, trees),
        about_shared_memory);
    expect(
        conflicts <= without,
        fmt::format("{} bank conflicts in {} requests to shared memory: let neighbouring threads "
                    "use neighbouring elements, so that a warp's 32 lanes meet 32 banks",
                    conflicts, without),
        about_shared_memory);
}

/// A row is shared by at least four threads, unless so many threads work that each has several
/// rows; and no thread loads far more than the others, as one would that leaves them an element
/// each, or that of a row which all of them load. Otherwise one thread could add up a row that it
/// loads by many loads at once, which takes only four to eight times as long.
void check_rows_are_shared(const Answer& answer, Shape shape) {
    expect_rows_loaded(answer, static_cast<double>(shape.n) * shape.m, answer.function());
    constexpr double most_of_a_row = 3.0 / 8, few = 4;
    const auto loaded = counted(answer, "most_bytes_of_a_row_by_thread") / sizeof(float);
    expect_used(static_cast<double>(loaded) <= most_of_a_row * shape.m + few,
                fmt::format("one thread loads {} of the {} elements of a row: this rung is about "
                            "threads that share a row",
                            loaded, shape.m));
    constexpr std::uint64_t many = 1024;
    const auto threads = counted(answer, "reading_threads");
    expect_used(
        threads >= std::min(4 * static_cast<std::uint64_t>(shape.n), many),
        fmt::format("{} threads load the {} rows: this rung is about threads that share a row",
                    threads, shape.n));
    constexpr double uneven = 2.5, own = 4 * sizeof(float);  // of b, or a number of a row
    const auto most = static_cast<double>(counted(answer, "busiest_thread_bytes"));
    const double mean =
        static_cast<double>(counted(answer, "bytes")) / static_cast<double>(threads);
    expect_used(most <= uneven * mean + own,
                fmt::format("one thread loads {:.0f} bytes, and a thread on average {:.0f}: this "
                            "rung is about threads that share a row",
                            most, mean));
}

/// A thread that adds up a whole row alone loads all of its products. In a tree it loads two
/// numbers a step; the sums of warps, or of pieces of a row, are a few more.
void check_no_thread_adds_alone(const Answer& answer, Shape shape) {
    const auto blocks = std::max<std::uint64_t>(1, blocks_of(answer));
    const auto rows = (static_cast<std::uint64_t>(shape.n) + blocks - 1) / blocks;
    const auto loaded = counted(answer, "busiest_thread_shared_bytes") / sizeof(float);
    expect_used(4 * loaded <= rows * static_cast<std::uint64_t>(shape.m),
                fmt::format("one thread loads {} numbers from shared memory, where a block has {} "
                            "rows of {} products: this rung is about a tree, in which each thread "
                            "adds two numbers a step",
                            loaded, rows, shape.m));
}

/// The steps of a tree load two numbers each; sums that warps have computed by shuffles are loaded
/// once.
void check_products_meet() {
    const Shape shape = drawn_shape(reduce_shared);
    for (const Shape each : {shape, draw_short_rows(reduce_shared), draw_long_rows(reduce_shared)})
        check_rows_are_shared(matvec::only_launch(reduce_shared, each), each);
    check_no_thread_adds_alone(matvec::only_launch(reduce_shared, shape), shape);
    const auto loads =
        counted(matvec::only_launch(reduce_shared, shape), "shared_load_wavefronts") / shape.n;
    expect_used(loads >= 4,
                fmt::format("a row's sum takes {} loads from shared memory: this rung is about a "
                            "tree over products that lie there",
                            loads));
}

/// The sum of a warp takes five shuffles, and that of the warps' sums five more. Twice that is
/// allowed, for sums of doubles in two halves. A lane that gets the products of all others, to add
/// them alone, takes 31 for each warp.
void check_sums_by_trees(std::uint64_t shuffles, Shape shape) {
    const double warps = (shape.m + 31) / 32, enough = 2 * 5 * shape.n * (warps + 1);
    expect_saved(static_cast<double>(shuffles), enough,
                 fmt::format("warps shuffle {} times for {} rows of {}; {} are enough where all "
                             "lanes add, and each step halves how many sums are left",
                             shuffles, shape.n, shape.m, enough));
}

/// Each warp stores a sum, and one warp loads all of them. Twice that is allowed, for sums of
/// doubles, and again for sums computed in two steps.
void check_sums_stay_in_registers(const Subject& subject) {
    const Shape shape = drawn_shape(subject);
    const auto requests =
        static_cast<double>(shared_wavefronts(matvec::only_launch(subject, shape)));
    const double warps = (shape.m + 31) / 32, enough = 4 * shape.n * (warps + 1);
    expect_saved(requests, enough,
                 fmt::format("{} requests to shared memory; {} are enough where the lanes of a "
                             "warp add up by shuffles, and leave one sum there",
                             requests, enough),
                 about_shared_memory);
}

/// Fails the case alone, or the rung: see expect_used.
void of_the_case(bool holds, const std::string& message) {
    expect(holds, message);
}
void of_the_rung(bool holds, const std::string& message) {
    expect_used(holds, message);
}

/// A row of 1023 ones with 2^24 somewhere in the middle, where neighbouring floats differ by 2. A
/// running sum that includes the large number loses every following 1. In a tree, the ones have
/// been added to larger numbers before, so that each addition on the way to the result loses at
/// most 1: about 10 with one product per thread, 37 if a warp sums a row, and hundreds if one
/// thread adds them all.
void check_short_chains(const Subject& subject, void (*judge)(bool, const std::string&)) {
    constexpr int m = 1024, longest_chain = 64;
    const int n = draw_size(8);
    constexpr float large = 1 << 24;
    std::mt19937_64 random(draw_seed());
    std::vector<float> A(n * m, 1.0f);
    for (int i = 0; i < n; i++) A[i * m + m / 4 + random() % (m / 2)] = large;
    Call call(subject.function);
    call.size("n", n)
        .size("m", m)
        .input("A", A)
        .input("x", std::vector<float>(m, 1.0f))
        .input("b", std::vector<float>(n, 0.0f))
        .output<float>("y", n);
    for (const Answer& answer : run(call)) {
        for (const float y : answer.output<float>("y")) {
            judge(std::abs(double{y} - (large + m - 1)) <= longest_chain,
                  fmt::format("a row with one 2^24 and 1023 ones sums to {:.0f} instead of {:.0f}: "
                              "the ones were added to the large number one after the other. In a "
                              "tree they add up among themselves first",
                              y, double{large} + m - 1));
        }
    }
}

}  // namespace

GRADED(correct, "rung 1: reduce_shared: integers, every row length", 14) {
    matvec::check_integers(reduce_shared, shapes);
    matvec::check_integers(reduce_shared, matvec::draw_aspects(drawn_elements, longest_row));
}
GRADED(correct, "rung 1: reduce_shared: reals, rounding bound", 8) {
    matvec::check_rounding(reduce_shared, few_shapes);
}
GRADED(correct, "rung 1: reduce_shared: zeros, infinities and NaNs", 6) {
    matvec::check_special_values(reduce_shared, odd_shape);
}
GRADED(safe, "rung 1: reduce_shared: nothing is found", 8) {
    expect_no_findings_and_even_barriers("reduce_shared");
}
GRADED(safe, "rung 1: reduce_shared: reports a launch that fails", 1) {
    check_failures_reported(reduce_shared);
}
GRADED(fast, "rung 1: reduce_shared: work, in one launch", 4) {
    check_launch(reduce_shared);
}
GRADED(fast, "rung 1: reduce_shared: a barrier a step", 3) {
    check_barriers(reduce_shared, [](unsigned m) { return std::bit_width(m - 1) + 2u; });
}
GRADED(fast, "rung 1: reduce_shared: the rounding error of a tree", 3) {
    check_short_chains(reduce_shared, of_the_case);
}

GRADED(fast, "rung 1: reduce_shared: shared memory: few requests, no conflicts", 3) {
    for (const Shape shape : {drawn_shape(reduce_shared), draw_long_rows(reduce_shared)})
        check_shared_memory(matvec::only_launch(reduce_shared, shape), shape);
    check_products_meet();
}
GRADED(predict, "rung 1: reduce_shared: blocks, barriers and sectors", 2) {
    const auto counts_at = [](Shape shape) -> CountsAt {
        const Answer& answer = matvec::only_launch(reduce_shared, shape);
        return {{{"blocks", volume(answer.launches().front().grid)},
                 {"barriers", counted(answer, "barriers")},
                 {"load_sectors", counted(answer, "global_load_sectors")}},
                matvec::sizes_of(shape)};
    };
    expect_predicted("reduce_shared", counts_at(example), {counts_at(drawn_example())});
}

TIMED("rung 1: reduce_shared: time on the device", 1) {
    matvec::check_time(reduce_shared, {16384, 1024});
}

GRADED(correct, "rung 2: reduce_shuffle: integers, every row length", 8) {
    matvec::check_integers(reduce_shuffle, shapes);
    matvec::check_integers(reduce_shuffle, matvec::draw_aspects(drawn_elements, longest_row));
}
GRADED(correct, "rung 2: reduce_shuffle: reals, rounding bound", 5) {
    matvec::check_rounding(reduce_shuffle, few_shapes);
}
GRADED(correct, "rung 2: reduce_shuffle: zeros, infinities and NaNs", 3) {
    matvec::check_special_values(reduce_shuffle, odd_shape);
}
GRADED(safe, "rung 2: reduce_shuffle: nothing is found", 6) {
    expect_no_findings_and_even_barriers("reduce_shuffle");
}
GRADED(safe, "rung 2: reduce_shuffle: reports a launch that fails", 1) {
    check_failures_reported(reduce_shuffle);
}
GRADED(fast, "rung 2: reduce_shuffle: work, in one launch", 3) {
    check_launch(reduce_shuffle);
}
GRADED(fast, "rung 2: reduce_shuffle: by shuffles, at most 2 barriers a row", 2) {
    const Shape shape = drawn_shape(reduce_shuffle);
    const Answer& answer = matvec::only_launch(reduce_shuffle, shape);
    const auto shuffles = counted(answer, "shuffles");  // eight lanes a row: 3 for 4 rows
    expect_used(2 * shuffles >= static_cast<std::uint64_t>(shape.n),
                fmt::format("warps shuffle {} times for {} rows: this rung is about sums of lanes "
                            "by __shfl_down_sync and its like",
                            shuffles, shape.n));
    check_sums_by_trees(shuffles, shape);
    for (const Shape each :
         {shape, draw_short_rows(reduce_shuffle), draw_long_rows(reduce_shuffle)})
        check_rows_are_shared(matvec::only_launch(reduce_shuffle, each), each);
    check_barriers(reduce_shuffle, [](unsigned) { return 2u; });
    check_sums_stay_in_registers(reduce_shuffle);
}
GRADED(fast, "rung 2: reduce_shuffle: the rounding error of a tree", 2) {
    check_short_chains(reduce_shuffle, of_the_case);
}

GRADED(predict, "rung 2: reduce_shuffle: barriers and wavefronts", 2) {
    const auto counts_at = [](Shape shape) -> CountsAt {
        const Answer& answer = matvec::only_launch(reduce_shuffle, shape);
        return {{{"barriers", counted(answer, "barriers")},
                 {"shared_wavefronts", shared_wavefronts(answer)}},
                matvec::sizes_of(shape)};
    };
    expect_predicted("reduce_shuffle", counts_at(example), {counts_at(drawn_example())});
}

TIMED("rung 2: reduce_shuffle: time on the device", 1) {
    matvec::check_time(reduce_shuffle, {16384, 1024});
}

GRADED(correct, "hunt: textbook: right in every thread order", 6) {
    matvec::check_integers(textbook, powers_of_two);
}
GRADED(safe, "hunt: textbook: nothing is found", 9) {
    expect_no_findings_and_even_barriers("textbook");
}
GRADED(fast, "hunt: textbook: work", 1) {
    const Shape shape{draw_size(600, "textbook n"), 256};
    matvec::check_work(textbook, shape);
    expect_repaired(matvec::counts_of(textbook, shape), "textbook_kernel");
    check_short_chains(textbook, of_the_rung);
}

}  // namespace shared_reduction
