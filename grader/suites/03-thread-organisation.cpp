// The graded cases of lab 03: the numbering of threads in both directions, a grid over a matrix,
// the limits of several devices, and a tiled product of zeros and ones. All results are exact.
#include <fmt/format.h>

#include "number_of.hpp"
#include "suite/failing.hpp"
#include "suite/work.hpp"
#include "suites/03-thread-organisation/checks.hpp"

namespace thread_organisation {

LAB_SUITE("03-thread-organisation");

namespace {

using grader::score::volume;

constexpr double slack = 1.05;

std::int64_t sums(const Stack& stack) {
    return std::int64_t{stack.matrices} * stack.n * ((stack.m + tile - 1) / tile);
}

std::uint64_t threads_of(const Answer& answer) {
    std::uint64_t threads = 0;
    for (const auto& launch : answer.launches())
        threads += static_cast<std::uint64_t>(volume(launch.grid) * volume(launch.block));
    return threads;
}

/// What is to be done about too many additions: whether a thread makes several, or threads without
/// a tile make one.
std::string remedy_for(const Answer& answer, std::uint64_t additions) {
    if (counted(answer, "writing_threads") < additions)
        return "let a thread sum its tile in a variable, and add once";
    return "each thread adds once, and there are more threads that add than tiles: only those that "
           "have a matrix, a row and a tile are to add, since what the others add is 0";
}

void check_additions(const Stack& stack) {
    const Answer& answer = counts_of_product(stack);
    const auto additions = counted(answer, "atomic_operations");
    // A warp may take the numbers of its next tiles from a counter, the last time in vain.
    const auto tickets = answer.reads_by_atomics() ? counted(answer, "warps") : 0;
    const auto enough =
        slack * static_cast<double>(static_cast<std::uint64_t>(sums(stack)) + tickets);
    expect(static_cast<double>(additions) <= enough,
           fmt::format("{} atomic additions; {} tiles of {} columns need {}: {}", additions,
                       sums(stack), tile, sums(stack), remedy_for(answer, additions)),
           about_atomics);
}

}  // namespace

GRADED(correct, "rung 1: list_threads: one dimension", 3) {
    check_list({{{1, 1, 1}, {1, 1, 1}}, {{1, 1, 1}, {37, 1, 1}}, {{128, 1, 1}, {32, 1, 1}}});
}
GRADED(correct, "rung 1: list_threads: two dimensions", 4) {
    check_list({{{1, 1, 1}, {3, 5, 1}},
                {{2, 2, 1}, {2, 2, 1}},
                {{7, 3, 1}, {1, 13, 1}},
                {{3, 4, 1}, {32, 2, 1}}});
}
GRADED(correct, "rung 1: list_threads: three dimensions", 6) {
    check_list({{{1, 1, 1}, {2, 3, 4}},
                {{3, 2, 4}, {5, 6, 2}},
                {{2, 3, 5}, {1, 1, 1}},
                {{1, 4, 3}, {7, 1, 9}}});
}
GRADED(correct, "rung 1: list_threads: a launch over the limits is reported", 5) {
    check_too_large_launches();
}
GRADED(safe, "rung 1: list_threads: nothing is found", 7) {
    expect_no_findings("list_threads");
}
GRADED(fast, "rung 1: list_threads: work", 2) {
    check_work_of_list();
}
GRADED(predict, "rung 1: list_threads: threads and warps", 3) {
    const Answer& answer = counts_of("list_threads", [] {
        return checked_list({{4, 3, 2}, {7, 5, 2}});
    });
    expect_predicted("list_threads",
                     {{{"threads", threads_of(answer)}, {"warps", counted(answer, "warps")}}});
}

GRADED(correct, "rung 2: matrix_fill: every element has its thread's number", 8) {
    for (const Filled& filled :
         // 3 x 4 tells whether x is turned or its elements are: they look alike in a square.
         {Filled{1, 1, {1, 1}}, Filled{3, 4, {2, 2}}, Filled{4, 4, {2, 2}}, Filled{1, 37, {16, 16}},
          Filled{37, 1, {16, 16}}, Filled{3, 5, {4, 4}}, Filled{16, 16, {16, 16}},
          Filled{17, 15, {16, 16}}, Filled{31, 65, {32, 8}}, Filled{65, 31, {8, 32}},
          Filled{200, 3, {5, 7}}, Filled{100, 300, {64, 1}}})
        check_fill(filled);
    check_fill({draw_size(60), draw_size(90), {draw_size(24), draw_size(20)}});
    check_fill({draw_size(90), draw_size(60), {draw_size(7), draw_size(90)}});
}
GRADED(correct, "rung 2: place_of: every number has its place", 9) {
    for (const Launch& launch :
         {Launch{{1, 1, 1}, {1, 1, 1}}, Launch{{128, 1, 1}, {32, 1, 1}},
          Launch{{2, 2, 1}, {2, 2, 1}}, Launch{{3, 2, 4}, {5, 6, 2}}, Launch{{1, 4, 3}, {7, 1, 9}}})
        check_place_of(launch);
    for (int turn = 0; turn < 2; ++turn)
        check_place_of({{draw_size(5), draw_size(4), draw_size(6)},
                        {draw_size(6), draw_size(5), draw_size(4)}});
}
GRADED(safe, "rung 2: matrix_fill: nothing is found", 5) {
    expect_no_findings("matrix_fill");
}
GRADED(safe, "rung 2: matrix_fill: reports a launch that fails", 1) {
    expect_failures_handled(checked_fill({draw_size(8), draw_size(13), {4, 4}}));
}
GRADED(fast, "rung 2: matrix_fill: work", 3) {
    check_work_of_fill();
}
GRADED(fast, "rung 2: matrix_fill: one launch, each element written once", 2) {
    check_fill_once();
}

GRADED(correct, "rung 3: query_limits: what each device says", 5) {
    if (on_simulator()) check_limits();
}
GRADED(correct, "rung 3: fits: launches within and beyond limits", 8) {
    check_fits();
}
GRADED(safe, "rung 3: query_limits: reports each call that fails", 1) {
    expect_failures_handled(checked_limits(devices[draw_seed() % devices.size()]));
}

GRADED(correct, "rung 4: tiled_product: zeros and ones, every shape", 11) {
    for (const Stack& stack : stacks) check_product(stack);
}
GRADED(safe, "rung 4: tiled_product: nothing is found", 6) {
    expect_no_findings("tiled_product");
}
GRADED(safe, "rung 4: tiled_product: reports each call that fails", 1) {
    expect_failures_handled(checked_product({2, draw_size(8), draw_size(13)}));
}
GRADED(fast, "rung 4: tiled_product: work", 4) {
    for (const Stack& stack : drawn_stacks())
        grade_work(
            counts_of_product(stack), limit_of("tiled_product"),
            fmt::format("tiled_product of {} of {} x {}",
                        words::number_of(stack.matrices, "matrix", "matrices"), stack.n, stack.m));
}
GRADED(fast, "rung 4: tiled_product: one addition to memory a tile", 3) {
    const Stack stack = drawn_stacks().front();
    demonstrate(counts_of_product(stack));
    check_additions(stack);
    // Rows that end with a tile, where a thread behind the last one has nothing to add.
    check_additions({2, draw_size(50, "whole tiles n"), 5 * tile});
}
GRADED(predict, "rung 4: tiled_product: blocks and atomic additions", 3) {
    const Answer& answer = counts_of_product(example);
    expect_predicted("tiled_product",
                     {{{"blocks", blocks_of(answer)},
                       {"atomic_operations", counted(answer, "atomic_operations")}}});
}

}  // namespace thread_organisation
