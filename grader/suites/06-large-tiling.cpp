// The graded cases of lab 06: three ways to cover a large matrix with blocks of T x Z threads, and
// two hunts for a barrier. Traffic is counted for each array, with shapes whose arrays differ in
// size and whose rows consist of whole sectors. Sizes are drawn.
#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "suite/failing.hpp"
#include "suite/matvec.hpp"
#include "suite/matvec_timing.hpp"
#include "suite/work.hpp"

namespace large_tiling {

LAB_SUITE("06-large-tiling");

namespace {

using grader::score::volume;
using matvec::Shape;
using matvec::Subject;

const Subject one_block{"one_block"};
const Subject many_blocks{.function = "many_blocks", .rows_a_block = 8};
const Subject staged_x{.function = "staged_x", .rows_a_block = 8};
const Subject textbook{"textbook"};
const Subject collected{"collected"};

constexpr int rows_sharing_x = 8;

/// Rows and columns below, at and above what a block of T x Z handles at once, in several segments.
std::vector<Shape> segment_shapes(int large_elements) {
    auto shapes = matvec::shapes({.block = 64, .large_elements = large_elements});
    for (const int n : {7, 8, 9, 16, 17, 33}) shapes.push_back({n, 100});
    for (const int m : {511, 512, 513, 1023, 1024, 1025, 2500}) shapes.push_back({11, m});
    std::ranges::sort(shapes, {}, [](Shape shape) { return shape.n * shape.m; });
    return shapes;
}

const std::vector<Shape> shapes = segment_shapes(1 << 12);
const std::vector<Shape> few_shapes = {{1, 1}, {3, 33}, {9, 64}, {33, 100}, {90, 17}, {17, 2050}};
const std::vector<Shape> hunted_shapes = {{1, 1},   {8, 64},   {16, 100},
                                          {17, 64}, {37, 100}, {101, 300}};
const Shape odd_shape{21, 100};
// The sizes in predict.toml, and others for which its formulas must hold.
const Shape example{150, 1000};
Shape drawn_example() {
    return {draw_size(120, "predicted rows"), 8 * draw_size(100, "predicted columns")};
}

/// Drawn once for all cases that share a call. Rows consist of whole sectors; there are as few rows
/// as possible such that all arrays differ in size.
Shape drawn_shape(const Subject& subject) {
    const Shape shape = matvec::draw_work_shape({400, 560}, subject.function, 8);
    return {shape.n, shape.m + (shape.m == shape.n ? 8 : 0)};
}

const Answer& run_launch(const Subject& subject, Shape shape) {
    const Answer& answer = matvec::counts_of(subject, shape);
    expect_launched(answer);
    expect(answer.launch_count() == 1, fmt::format("{} makes {} launches; one computes all of y",
                                                   subject.function, answer.launch_count()));
    return answer;
}

std::uint64_t bytes_of_A(Shape shape) {
    return sizeof(float) * static_cast<std::uint64_t>(shape.n) *
           static_cast<std::uint64_t>(shape.m);
}
std::uint64_t bytes_of_x(Shape shape) {
    return sizeof(float) * static_cast<std::uint64_t>(shape.m);
}

void expect_predicted_of(const Subject& subject,
                         const std::function<Counts(const Answer&, Shape)>& counts) {
    const auto counts_at = [&](Shape shape) -> CountsAt {
        return {counts(run_launch(subject, shape), shape), matvec::sizes_of(shape)};
    };
    expect_predicted(subject.function, counts_at(example), {counts_at(drawn_example())});
}

void check_failures_handled(const Subject& subject) {
    expect_failures_handled(matvec::integers_call(subject, matvec::draw_shape({9, 33})));
}

/// What is read from constant memory is not among the sectors, and it must be copied there first. A
/// counter may be set to zero.
void expect_no_copies(const Subject& subject, const Answer& answer, Shape shape) {
    const auto bytes_of_x = sizeof(float) * static_cast<std::uint64_t>(shape.m);
    expect_used(answer.device_copy_bytes() < bytes_of_x / 4,
                fmt::format("{} copies within device memory, {} bytes read and written: the kernel "
                            "is to load what it needs from the arrays themselves",
                            subject.function, answer.device_copy_bytes()));
}

/// The least traffic: each sector of A once, and loaded from A itself.
void check_A_is_read_once(const Subject& subject) {
    const Shape shape = drawn_shape(subject);
    const auto [n, m] = shape;
    const Answer& answer = matvec::counts_of(subject, shape);
    const auto [requests, sectors] = traffic(answer, bytes_of_A(shape));
    const auto least = static_cast<std::uint64_t>(n) * static_cast<std::uint64_t>(m) / 8;
    constexpr std::uint64_t of_a_request =
        6;  // 4 of neighbours, and some where rows begin anywhere
    expect_saved(
        static_cast<double>(sectors), static_cast<double>(least),
        fmt::format("{} rows and {} columns: {} sectors of A are loaded; A has {}, and each is "
                    "needed once: {}",
                    n, m, sectors, least,
                    sectors <= of_a_request * requests && sectors >= 2 * least
                        ? "neighbouring threads take neighbouring columns, but load them again and "
                          "again: does one segment only have each row?"
                        : "let neighbouring threads take neighbouring columns"),
        about_loads);
    expect_no_less(
        static_cast<double>(sectors), static_cast<double>(least),
        fmt::format("{} rows and {} columns: {} sectors of A are loaded; A has {}: its elements "
                    "must be loaded from there, and not from a copy or through a texture",
                    n, m, sectors, least));
    expect_no_copies(subject, answer, shape);
    demonstrate(run_launch(subject, shape));
}

/// A block without rows still sums its Q. Reported if the threads that load something pass no more
/// often than enough, and the others fill at least a block; otherwise empty.
std::string surplus_threads(const Answer& answer, std::uint64_t requests, std::uint64_t enough) {
    const auto& launch = answer.launches().front();
    const auto blocks = volume(launch.grid), in_block = volume(launch.block);
    const auto all = static_cast<std::uint64_t>(blocks * in_block);
    const auto loading = counted(answer, "reading_threads");
    if (loading + static_cast<std::uint64_t>(in_block) > all || requests * loading > enough * all)
        return {};
    return fmt::format(
        "{} blocks of {} threads start, and {} of all these threads load anything, "
        "while the others add up zeros: start a block for each segment of rows, "
        "and no more",
        blocks, in_block, loading);
}

/// A sum in shared memory costs two requests for 32 products, so at least 93 per row here; a sum in
/// a register costs none. The rest is the reduction of Q: the tree of a row of 64 threads makes 21
/// requests, and that of 256 threads, or of 128 doubles, at most 45. One thread that sums 64 values
/// alone makes 66.
void check_sums_in_registers(const Subject& subject) {
    const Shape shape{draw_work_size(20, subject.function + " rows"),
                      draw_work_size(1536, subject.function + " long")};
    const Answer& answer = run_launch(subject, shape);
    const auto requests = shared_wavefronts(answer);
    const auto enough = 60 * static_cast<std::uint64_t>(shape.n);
    const std::string surplus = surplus_threads(answer, requests, enough);
    expect(requests <= enough,
           fmt::format("{} rows: {} passes over shared memory; {} are enough: {}", shape.n,
                       requests, enough,
                       surplus.empty() ? "sum in a variable of the thread's own, put it into Q "
                                         "once, and add up Q as a tree"
                                       : surplus));
}

/// With rows that begin with a sector, and with rows that do not.
void check_work_on_long_rows(const Subject& subject) {
    const Shape odd = matvec::draw_work_shape({200, 280}, subject.function + " odd");
    for (const Shape shape : {drawn_shape(subject), Shape{2 * odd.n + 1, 2 * odd.m + 1}})
        matvec::check_work(subject, shape);
}

/// With short rows, too, so that no kernel shares long rows only.
void check_work(const Subject& subject) {
    check_work_on_long_rows(subject);
    matvec::check_work(subject, matvec::draw_work_shape({600, 100}, subject.function + " short"));
}

/// Launches of several blocks, or several of one block that could run side by side, may prepare
/// something. What is read must be read by one block.
void expect_one_block_reads(const Answer& answer) {
    std::uint64_t by_one_block = 0;  // of all launches: the most
    for (const auto& launch : answer.launches())
        if (volume(launch.grid) == 1) by_one_block = std::max(by_one_block, sectors_read(launch));
    expect_used(2 * by_one_block >= sectors_read(answer),
                fmt::format("{} blocks start; this rung is about one, which does the work",
                            blocks_of(answer)));
}

void check_one_block() {
    const Shape shape = drawn_shape(one_block);
    check_work(one_block);
    expect_one_block_reads(matvec::counts_of(one_block, shape));
    run_launch(one_block, shape);
}

void check_blocks(const Subject& subject) {
    check_work(subject);
    run_launch(subject, drawn_shape(subject));
}

/// A block has at most 4 segments, and with a single row one segment. Whatever T and Z are, with 32
/// rows no block passes more than 4 times as many barriers as with one row.
void check_turns() {
    const Shape shape = drawn_shape(collected);
    check_work(collected);
    expect_repaired(matvec::counts_of(collected, shape), "collected_kernel");
    const int m = draw_size(64, "collected turns");
    // What was wrong mattered only if the last segment of a block was not complete.
    expect_repaired(run_launch(collected, {1, m}), "collected_kernel");
    const auto barriers_per_block = [m](int n) {
        const Answer& answer = run_launch(collected, {n, m});
        return counted(answer, "barriers") /
               static_cast<std::uint64_t>(volume(answer.launches().front().grid));
    };
    const auto one = barriers_per_block(1), all = barriers_per_block(32);
    expect(
        all <= 4 * one,
        fmt::format("with 32 rows a block passes {} barriers, with one row {}: every thread must "
                    "go round equally often, and no more often than there are segments",
                    all, one));
}

void check_x_is_shared() {
    const Shape shape = drawn_shape(staged_x);
    const auto [n, m] = shape;
    const auto [requests, sectors] = traffic(run_launch(staged_x, shape), bytes_of_x(shape));
    const int groups = (n + rows_sharing_x - 1) / rows_sharing_x;
    // As where one thread loads the whole part: each element is loaded once for all rows, by a
    // request of its own.
    const bool lanes_apart = 2 * requests >= sectors;
    expect_saved(
        static_cast<double>(sectors), groups * m / 8.0,
        fmt::format("{} rows and {} columns: {} sectors of x are loaded; {} groups of {} rows "
                    "need {}: {}",
                    n, m, sectors, groups, rows_sharing_x, groups * m / 8,
                    lanes_apart
                        ? fmt::format("{} requests load them, most of which touch one sector: let "
                                      "neighbouring threads load neighbouring elements at a time",
                                      requests)
                        : "load a part of x into shared memory once, for all rows of the block"),
        about_loads);
    expect_no_less(
        static_cast<double>(sectors), m / 8.0,
        fmt::format("{} rows and {} columns: {} sectors of x are loaded; x has {}: its elements "
                    "must be loaded from there, and not from a copy or through a texture",
                    n, m, sectors, m / 8));
    // A copy of x for each block in global memory is shared by nobody either. b and y take at most
    // a sector for each row.
    const Answer& answer = run_launch(staged_x, shape);
    const auto besides_A =
        static_cast<double>(all_sectors(answer) - traffic(answer, bytes_of_A(shape)).sectors);
    const double enough = groups * m / 8.0 + 2.0 * n;
    expect_saved(besides_A, enough,
                 fmt::format("{} rows and {} columns: {:.0f} sectors are loaded and stored besides "
                             "those of A; {:.0f} are enough: share x in shared memory",
                             n, m, besides_A, enough),
                 about_accesses);
    expect_no_copies(staged_x, run_launch(staged_x, shape), shape);
}

}  // namespace

GRADED(correct, "rung 1: one_block: integers, every shape", 8) {
    matvec::check_integers(one_block, shapes);
    matvec::check_integers(one_block, std::array{matvec::draw_shape({70, 300})});
}
GRADED(correct, "rung 1: one_block: reals, rounding bound", 4) {
    matvec::check_rounding(one_block, few_shapes);
}
GRADED(correct, "rung 1: one_block: zeros, infinities and NaNs", 2) {
    matvec::check_special_values(one_block, odd_shape);
}
GRADED(safe, "rung 1: one_block: nothing is found", 6) {
    expect_no_findings_and_even_barriers("one_block");
}
GRADED(safe, "rung 1: one_block: reports a launch that fails", 1) {
    check_failures_handled(one_block);
}
GRADED(fast, "rung 1: one_block: work, in one launch of one block", 2) {
    check_one_block();
}
GRADED(fast, "rung 1: one_block: A is read once", 2) {
    check_A_is_read_once(one_block);
}
GRADED(fast, "rung 1: one_block: sums in registers", 2) {
    check_sums_in_registers(one_block);
}
GRADED(predict, "rung 1: one_block: barriers and sectors of A", 2) {
    expect_predicted_of(one_block, [](const Answer& answer, Shape shape) -> Counts {
        return {{"barriers", counted(answer, "barriers")},
                {"sectors_of_A", traffic(answer, bytes_of_A(shape)).sectors}};
    });
}

GRADED(correct, "rung 2: many_blocks: integers, every shape", 6) {
    matvec::check_integers(many_blocks, shapes);
    matvec::check_integers(many_blocks, std::array{matvec::draw_shape({70, 300})});
}
GRADED(correct, "rung 2: many_blocks: reals, rounding bound", 3) {
    matvec::check_rounding(many_blocks, few_shapes);
}
GRADED(correct, "rung 2: many_blocks: zeros, infinities and NaNs", 2) {
    matvec::check_special_values(many_blocks, odd_shape);
}
GRADED(safe, "rung 2: many_blocks: nothing is found", 4) {
    expect_no_findings_and_even_barriers("many_blocks");
}
GRADED(safe, "rung 2: many_blocks: reports a launch that fails", 1) {
    check_failures_handled(many_blocks);
}
GRADED(fast, "rung 2: many_blocks: work, in one launch", 3) {
    check_blocks(many_blocks);
}
GRADED(fast, "rung 2: many_blocks: A is read once", 3) {
    check_A_is_read_once(many_blocks);
}
GRADED(fast, "rung 2: many_blocks: sums in registers", 2) {
    check_sums_in_registers(many_blocks);
}
TIMED("rung 2: many_blocks: time on the device", 1) {
    matvec::check_time(many_blocks, {4096, 8192});
}
GRADED(predict, "rung 2: many_blocks: blocks and sectors of x", 2) {
    expect_predicted_of(many_blocks, [](const Answer& answer, Shape shape) -> Counts {
        return {{"blocks", volume(answer.launches().front().grid)},
                {"sectors_of_x", traffic(answer, bytes_of_x(shape)).sectors}};
    });
}

GRADED(correct, "rung 3: staged_x: integers, every shape", 6) {
    matvec::check_integers(staged_x, shapes);
    matvec::check_integers(staged_x, std::array{matvec::draw_shape({70, 300})});
}
GRADED(correct, "rung 3: staged_x: reals, rounding bound", 3) {
    matvec::check_rounding(staged_x, few_shapes);
}
GRADED(correct, "rung 3: staged_x: zeros, infinities and NaNs", 2) {
    matvec::check_special_values(staged_x, odd_shape);
}
GRADED(safe, "rung 3: staged_x: nothing is found", 5) {
    expect_no_findings_and_even_barriers("staged_x");
}
GRADED(safe, "rung 3: staged_x: reports a launch that fails", 1) {
    check_failures_handled(staged_x);
}
GRADED(fast, "rung 3: staged_x: work, in one launch", 2) {
    check_blocks(staged_x);
}
GRADED(fast, "rung 3: staged_x: A is read once", 2) {
    check_A_is_read_once(staged_x);
}
GRADED(fast, "rung 3: staged_x: x is read once for 8 rows", 4) {
    check_x_is_shared();
}
TIMED("rung 3: staged_x: time on the device", 1) {
    matvec::check_time(staged_x, {4096, 8192});
}
GRADED(predict, "rung 3: staged_x: sectors of x", 2) {
    expect_predicted_of(staged_x, [](const Answer& answer, Shape shape) -> Counts {
        return {{"sectors_of_x", traffic(answer, bytes_of_x(shape)).sectors}};
    });
}

GRADED(correct, "hunt 1: textbook: right in every thread order", 3) {
    matvec::check_integers(textbook, hunted_shapes);
}
GRADED(safe, "hunt 1: textbook: nothing is found", 5) {
    expect_no_findings_and_even_barriers("textbook");
}
GRADED(fast, "hunt 1: textbook: work", 1) {
    check_work_on_long_rows(textbook);
    expect_repaired(matvec::counts_of(textbook, drawn_shape(textbook)), "textbook_kernel");
}

GRADED(correct, "hunt 2: collected: right for every number of rows", 3) {
    matvec::check_integers(collected, hunted_shapes);
}
GRADED(safe, "hunt 2: collected: nothing is found", 5) {
    expect_no_findings_and_even_barriers("collected");
}
GRADED(fast, "hunt 2: collected: work, as many turns as segments", 1) {
    check_turns();
}

}  // namespace large_tiling
