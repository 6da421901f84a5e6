// The graded cases of lab 13: gemv along the lines, across them, and with all features of BLAS.
#include <fmt/format.h>

#include <cstdint>

#include "suite/failing.hpp"
#include "suite/work.hpp"
#include "suites/13-capstone/checks.hpp"

namespace capstone_suite {

LAB_SUITE("13-capstone");

namespace {

void check_failures_reported(Sums sums) {
    const Lines size{draw_size(60), draw_size(60)};
    expect_failures_handled(
        checked(lab13::make_problem(shape_of(sums, size), InputKind::integers, draw_seed())));
}

const Lines example{96, 256};  // the sizes in predict.toml

CountsAt counts_predicted(Lines size) {
    const auto floats = static_cast<std::uint64_t>(size.lines) * size.width;
    const Traffic loaded = traffic(counts_of(shape_of(Sums::along, size)), floats * sizeof(float));
    // Otherwise 0 is the answer for a program that reads a copy where it is asked. Without the
    // count.
    expect(loaded.sectors >= floats / floats_per_sector,
           fmt::format("with {} lines of {} floats, not all of A is loaded from A itself, which is "
                       "what the questions are about",
                       size.lines, size.width));
    return {{{"sectors_of_A", loaded.sectors}, {"requests_of_A", loaded.requests}},
            {{"m", size.lines}, {"n", size.width}}};
}

}  // namespace

GRADED(correct, "rung 1: along the lines: integers, every shape", 12) {
    check_integers(Sums::along);
    check_cuts();
    check_many_blocks(Sums::along);
}
GRADED(correct, "rung 1: along the lines: reals, rounding bound", 3) {
    check_reals(Sums::along);
}
GRADED(correct, "rung 1: along the lines: zeros, infinities and NaNs", 2) {
    for (const Lines size : {odd_size, whole_size}) check_special_values(Sums::along, size);
}
GRADED(safe, "rung 1: along the lines: nothing is found", 5) {
    expect_no_findings("gemv");
}
GRADED(safe, "rung 1: along the lines: reports a launch that fails", 2) {
    check_failures_reported(Sums::along);
}

GRADED(fast, "rung 1: along the lines: each sector of A once", 4) {
    for (const Measured which : {Measured::square, Measured::short_lines})
        check_sectors_of_A(measured_shape(Sums::along, which));
}
GRADED(fast, "rung 1: along the lines: work, square", 4) {
    for (const Measured which : {Measured::square, Measured::small})
        check_work(measured_shape(Sums::along, which), "along, square");
    check_work(measured_shape(Sums::along, Measured::odd), "along, float by float");
}
GRADED(fast, "rung 1: along the lines: work, short lines", 2) {
    check_work(measured_shape(Sums::along, Measured::short_lines), "along, short lines");
}
GRADED(fast, "rung 1: along the lines: work, long lines", 2) {
    check_work(measured_shape(Sums::along, Measured::long_lines), "along, long lines");
}
GRADED(predict, "rung 1: along the lines: sectors and requests", 4) {
    const Lines drawn{draw_size(96, "predicted lines"), 128 * draw_size(4, "predicted width")};
    expect_predicted("gemv", counts_predicted(example), {counts_predicted(drawn)});
}

GRADED(correct, "rung 2: across the lines: integers, every shape", 12) {
    check_integers(Sums::across);
    check_many_blocks(Sums::across);
}
GRADED(correct, "rung 2: across the lines: reals, rounding bound", 3) {
    check_reals(Sums::across);
}
GRADED(correct, "rung 2: across the lines: zeros, infinities and NaNs", 2) {
    for (const Lines size : {odd_size, whole_size}) check_special_values(Sums::across, size);
}
GRADED(safe, "rung 2: across the lines: nothing is found", 5) {
    expect_no_findings("gemv");
}
GRADED(safe, "rung 2: across the lines: reports a launch that fails", 2) {
    check_failures_reported(Sums::across);
}

GRADED(fast, "rung 2: across the lines: each sector of A once", 4) {
    for (const Measured which : {Measured::square, Measured::short_lines})
        check_sectors_of_A(measured_shape(Sums::across, which));
}
GRADED(fast, "rung 2: across the lines: work, square", 4) {
    for (const Measured which : {Measured::square, Measured::small, Measured::odd})
        check_work(measured_shape(Sums::across, which), "across, square");
}
GRADED(fast, "rung 2: across the lines: work, short lines", 2) {
    check_work_on_short_lines();
}
GRADED(fast, "rung 2: across the lines: work, long lines", 2) {
    check_work(measured_shape(Sums::across, Measured::long_lines), "across, long lines");
}

GRADED(correct, "rung 3: leading dimensions and starts of any kind", 4) {
    check_leading_dimensions();
}
GRADED(correct, "rung 3: increments of x and y", 3) {
    check_increments();
}
GRADED(correct, "rung 3: alpha and beta, on the host and on the device", 3) {
    check_factors();
    check_streams();
}
GRADED(correct, "rung 3: factors of 0", 2) {
    check_nothing_of_zeros();
}
GRADED(correct, "rung 3: nothing to do, and what is refused", 2) {
    check_nothing_to_do();
    check_refused();
}
GRADED(safe, "rung 3: nothing is found", 4) {
    expect_no_findings("gemv");
}
GRADED(fast, "rung 3: work on every profile", 4) {
    for (const Sums sums : both_ways) check_work_elsewhere(sums);
}
// Of the shapes that are drawn beside cuBLAS most are small or wide, and there one kernel for all
// is nearly as quick. So these decide what the rung's time is worth.
GRADED(fast, "rung 3: work, short lines", 2) {
    check_work_on_short_lines();
}
TIMED("rung 3: beside cuBLAS", 1) {
    check_beside_cublas();
}

}  // namespace capstone_suite
