// The graded cases of lab 06: three ways to cover a large matrix with blocks of T x Z threads, and
// two hunts for a barrier.
#include <algorithm>
#include <array>
#include <vector>

#include "suite/failing.hpp"
#include "suite/matvec.hpp"
#include "suite/matvec_timing.hpp"
#include "suites/06-large-tiling/checks.hpp"

namespace large_tiling {

LAB_SUITE("06-large-tiling");

namespace {

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
constexpr int drawn_elements = 1 << 15;

void check_failures_handled(const Subject& subject) {
    expect_failures_handled(matvec::integers_call(subject, matvec::draw_shape({9, 33})));
}

}  // namespace

GRADED(correct, "rung 1: one_block: integers, every shape", 8) {
    matvec::check_integers(one_block, shapes);
    matvec::check_integers(one_block, matvec::draw_aspects(drawn_elements));
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
    matvec::check_integers(many_blocks, matvec::draw_aspects(drawn_elements));
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
        return {{"blocks", grader::score::volume(answer.launches().front().grid)},
                {"sectors_of_x", traffic(answer, bytes_of_x(shape)).sectors}};
    });
}

GRADED(correct, "rung 3: staged_x: integers, every shape", 6) {
    matvec::check_integers(staged_x, shapes);
    matvec::check_integers(staged_x, matvec::draw_aspects(drawn_elements));
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
    check_textbook();
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
