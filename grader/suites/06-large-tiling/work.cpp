// The cost of lab 06's functions. Traffic is counted for each array, with shapes whose arrays
// differ in size and whose rows consist of whole sectors. Sizes are drawn.
#include "suite/work.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <string>

#include "suites/06-large-tiling/checks.hpp"

namespace large_tiling {

namespace {

using grader::score::volume;

constexpr int rows_sharing_x = 8;

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

Shape drawn_odd_shape(const Subject& subject) {
    const Shape half = matvec::draw_work_shape({200, 280}, subject.function + " odd");
    return {2 * half.n + 1, 2 * half.m + 1};
}

/// Some that are few, and long.
Shape drawn_few_rows(const Subject& subject) {
    return {draw_work_size(20, subject.function + " rows"),
            draw_work_size(1536, subject.function + " long")};
}

/// Otherwise 0 is the answer for a program that reads copies, or leaves all to one warp, where it
/// is asked. Without the counts.
void expect_asked_of_the_work(const Subject& subject, const Answer& answer, Shape shape) {
    const auto loaded = [&](std::uint64_t bytes) {
        return traffic(answer, bytes).sectors * floats_per_sector * sizeof(float) >= bytes;
    };
    expect(loaded(bytes_of_A(shape)) && loaded(bytes_of_x(shape)),
           fmt::format("with {} rows and {} columns, not all of A and x is loaded from there, "
                       "which is what the questions are about",
                       shape.n, shape.m));
    matvec::expect_work(subject, shape);
}

/// What is read from constant memory is not among the sectors, and it must be copied there first. A
/// counter may be set to zero.
void expect_no_copies(const Subject& subject, const Answer& answer, Shape shape) {
    expect_used(answer.device_copy_bytes() < bytes_of_x(shape) / 4,
                fmt::format("{} copies within device memory, {} bytes read and written: the kernel "
                            "is to load what it needs from the arrays themselves",
                            subject.function, answer.device_copy_bytes()));
}

/// A part of x once for all rows of a block, and from x itself.
void expect_x_loaded_for_groups(const Answer& answer, Shape shape, int groups) {
    const auto [n, m] = shape;
    const auto [requests, sectors] = traffic(answer, bytes_of_x(shape));
    const double of_x = static_cast<double>(m) / floats_per_sector;  // sectors
    // As where one thread loads the whole part: each element is loaded once for all rows, by a
    // request of its own.
    const bool lanes_apart = 2 * requests >= sectors;
    expect_saved(
        static_cast<double>(sectors), groups * of_x,
        fmt::format("{} rows and {} columns: {} sectors of x are loaded; {} groups of {} rows "
                    "need {}: {}",
                    n, m, sectors, groups, rows_sharing_x, groups * m / floats_per_sector,
                    lanes_apart
                        ? fmt::format("{} requests load them, most of which touch one sector: let "
                                      "neighbouring threads load neighbouring elements at a time",
                                      requests)
                        : "load a part of x into shared memory once, for all rows of the block"),
        about_loads);
    expect_no_less(
        static_cast<double>(sectors), of_x,
        fmt::format("{} rows and {} columns: {} sectors of x are loaded; x has {}: its elements "
                    "must be loaded from there, and not from a copy or through a texture",
                    n, m, sectors, m / floats_per_sector));
}

/// A copy of x for each block in global memory is shared by nobody either. b and y take at most a
/// sector for each row.
void expect_little_besides_A(const Answer& answer, Shape shape, int groups) {
    const auto [n, m] = shape;
    const auto besides_A =
        static_cast<double>(all_sectors(answer) - traffic(answer, bytes_of_A(shape)).sectors);
    const double enough = groups * static_cast<double>(m) / floats_per_sector + 2.0 * n;
    expect_saved(besides_A, enough,
                 fmt::format("{} rows and {} columns: {:.0f} sectors are loaded and stored besides "
                             "those of A; {:.0f} are enough: share x in shared memory",
                             n, m, besides_A, enough),
                 about_accesses);
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

/// All kinds of access: A, as much of x for each row, b and y. A sum in global memory would be
/// loaded and stored for each product.
void check_no_sums_in_memory(const Subject& subject) {
    const Shape shape = drawn_shape(subject);
    const auto sectors = static_cast<double>(all_sectors(matvec::only_launch(subject, shape)));
    const double enough = 2.0 * shape.n * shape.m / floats_per_sector + 2 * shape.n;
    expect_saved(sectors, enough,
                 fmt::format("{} rows and {} columns: {:.0f} sectors of global memory are loaded "
                             "and stored; {:.0f} are enough where sums are in variables of the "
                             "threads' own",
                             shape.n, shape.m, sectors, enough),
                 about_accesses);
}

/// In a tree a thread loads two numbers a step: 19 for a row of 512 threads, and twice that of
/// doubles. A thread that adds up 64 alone loads all of them, if need be four at once, by few
/// requests. How many rows a thread has is known from how many threads store; where those are
/// others than the ones that add, a tree is known by its barriers, one for each step.
void check_no_thread_adds_alone(const Answer& answer, Shape shape) {
    constexpr std::uint64_t most_of_a_row = 48, most_of_a_step = 4;
    const auto storing = std::max<std::uint64_t>(1, counted(answer, "writing_threads"));
    const auto rows = (static_cast<std::uint64_t>(shape.n) + storing - 1) / storing;
    const auto steps = counted(answer, "barriers") / std::max<std::uint64_t>(1, blocks_of(answer));
    const auto loaded = counted(answer, "busiest_thread_shared_bytes") / sizeof(float);
    expect(
        loaded <= std::max(most_of_a_row * rows, most_of_a_step * steps),
        fmt::format("{} rows: one thread loads {} numbers from shared memory: add up the sums of "
                    "a row as a tree, in which each thread adds two numbers a step",
                    shape.n, loaded),
        about_shared_memory);
}

/// With rows that begin with a sector, and with rows that do not.
void check_work_on_long_rows(const Subject& subject) {
    for (const Shape shape : {drawn_shape(subject), drawn_odd_shape(subject)})
        matvec::check_work(subject, shape);
}

/// With short rows, too, so that no kernel shares long rows only, and with few, so that none is
/// quick for many only.
void check_work(const Subject& subject) {
    check_work_on_long_rows(subject);
    // Threads that have two rows each, which is as good, have twice the columns.
    constexpr double times = 1.25;
    matvec::check_work(subject, drawn_few_rows(subject), times);
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
    // A row after the other by one warp is hardly slower, since it waits at no barrier.
    constexpr std::uint64_t fewest_warps = 4;
    std::uint64_t by_one_warp = 0;
    for (const auto& launch : answer.launches())
        by_one_warp = std::max(by_one_warp, launch.counter("busiest_warp_requests"));
    const auto requests = counted(answer, "global_load_requests");
    expect_used(fewest_warps * by_one_warp <= requests,
                fmt::format("one warp makes {} of {} requests to load: this rung is about a block "
                            "of T * Z threads that share the rows of a segment",
                            by_one_warp, requests));
}

/// With a thread for each row, or two, nothing would have to wait for anything, and what is wrong
/// in a hunt's kernel would not matter.
void expect_rows_shared(const Subject& subject) {
    const Shape shape = drawn_shape(subject);
    const auto sectors = traffic(matvec::counts_of(subject, shape), bytes_of_A(shape)).sectors;
    const auto least = bytes_of_A(shape) / sizeof(float) / floats_per_sector;
    expect_saved(static_cast<double>(sectors), static_cast<double>(least),
                 fmt::format("{} rows and {} columns: {} sectors of A are loaded; A has {}: let "
                             "neighbouring threads take neighbouring columns of a row, as in the "
                             "kernel that was given",
                             shape.n, shape.m, sectors, least),
                 about_loads);
}

/// The same for a block that takes one row at a time, where all threads go round equally often
/// whatever `end` is. An odd number of rows then takes it nine tenths as often as many barriers as
/// a single row, and half as often if it takes two.
void expect_rows_side_by_side(const Subject& subject, std::uint64_t barriers_of_one_row) {
    constexpr double most = 0.6;
    const Shape shape = drawn_odd_shape(subject);
    const auto barriers =
        static_cast<double>(counted(matvec::counts_of(subject, shape), "barriers"));
    const double enough = most * shape.n * static_cast<double>(barriers_of_one_row);
    expect_used(
        barriers <= enough,
        fmt::format("{} rows take {:.0f} barriers, and a single row {}: let a block work on "
                    "several rows at a time, as the kernel that was given",
                    shape.n, barriers, barriers_of_one_row));
}

}  // namespace

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
        const Answer& answer = matvec::only_launch(subject, shape);
        expect_asked_of_the_work(subject, answer, shape);
        return {counts(answer, shape), matvec::sizes_of(shape)};
    };
    expect_predicted(subject.function, counts_at(example), {counts_at(drawn_example())});
}

void check_A_is_read_once(const Subject& subject) {
    const Shape shape = drawn_shape(subject);
    const auto [n, m] = shape;
    const Answer& answer = matvec::counts_of(subject, shape);
    const auto [requests, sectors] = traffic(answer, bytes_of_A(shape));
    const auto least = bytes_of_A(shape) / sizeof(float) / floats_per_sector;
    // 4 of neighbours, and some where rows begin anywhere.
    constexpr std::uint64_t of_a_request = 6;
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
    demonstrate(matvec::only_launch(subject, shape));
}

/// A sum in shared memory costs two requests for 32 products, so at least 93 per row here; a sum in
/// a register costs none. The rest is the reduction of Q: the tree of a row of 64 threads makes 21
/// requests, and that of 256 threads, or of 128 doubles, at most 45. One thread that sums 64 values
/// alone makes 66.
void check_sums_in_registers(const Subject& subject) {
    const Shape shape = drawn_few_rows(subject);
    const Answer& answer = matvec::only_launch(subject, shape);
    const auto requests = shared_wavefronts(answer);
    const auto enough = 60 * static_cast<std::uint64_t>(shape.n);
    const std::string surplus = surplus_threads(answer, requests, enough);
    expect(requests <= enough,
           fmt::format("{} rows: {} passes over shared memory; {} are enough: {}", shape.n,
                       requests, enough,
                       surplus.empty() ? "sum in a variable of the thread's own, put it into Q "
                                         "once, and add up Q as a tree"
                                       : surplus));
    check_no_thread_adds_alone(answer, shape);
    check_no_sums_in_memory(subject);
}

void check_x_is_shared() {
    const Shape shape = drawn_shape(staged_x);
    const Answer& answer = matvec::only_launch(staged_x, shape);
    const int groups = (shape.n + rows_sharing_x - 1) / rows_sharing_x;
    expect_x_loaded_for_groups(answer, shape, groups);
    expect_little_besides_A(answer, shape, groups);
    expect_no_copies(staged_x, answer, shape);
}

void check_one_block() {
    const Shape shape = drawn_shape(one_block);
    check_work(one_block);
    expect_one_block_reads(matvec::counts_of(one_block, shape));
    matvec::only_launch(one_block, shape);
}

void check_blocks(const Subject& subject) {
    check_work(subject);
    matvec::only_launch(subject, drawn_shape(subject));
}

void check_textbook() {
    check_work_on_long_rows(textbook);
    expect_repaired(matvec::counts_of(textbook, drawn_shape(textbook)), "textbook_kernel");
    expect_rows_shared(textbook);
}

/// A block has at most 4 segments, and with a single row one segment. Whatever T and Z are, with 32
/// rows no block passes more than 4 times as many barriers as with one row.
void check_turns() {
    const Shape shape = drawn_shape(collected);
    check_work(collected);
    expect_repaired(matvec::counts_of(collected, shape), "collected_kernel");
    const int m = draw_size(64, "collected turns");
    // What was wrong mattered only if the last segment of a block was not complete.
    expect_repaired(matvec::only_launch(collected, {1, m}), "collected_kernel");
    const auto barriers_per_block = [m](int n) {
        const Answer& answer = matvec::only_launch(collected, {n, m});
        return counted(answer, "barriers") /
               static_cast<std::uint64_t>(volume(answer.launches().front().grid));
    };
    const auto one = barriers_per_block(1), all = barriers_per_block(32);
    expect_rows_shared(collected);
    expect_rows_side_by_side(collected, one);
    expect(
        all <= 4 * one,
        fmt::format("with 32 rows a block passes {} barriers, with one row {}: every thread must "
                    "go round equally often, and no more often than there are segments",
                    all, one));
}

}  // namespace large_tiling
