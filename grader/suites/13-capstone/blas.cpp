// The other features of BLAS: leading dimensions, increments, factors, streams, and errors.
#include <fmt/format.h>

#include <algorithm>
#include <string>
#include <utility>

#include "suite/run.hpp"
#include "suites/13-capstone/checks.hpp"

namespace capstone_suite {

using lab13::make_problem;

namespace {

/// Each of the four kinds of products with these numbers.
template <class Set>
void check_all_kinds(Lines size, InputKind kind, Set set) {
    for (const Sums sums : both_ways)
        for (const bool row_major : {true, false}) {
            Shape shape = shape_of(sums, size, row_major);
            set(shape);
            check_shape(shape, kind);
        }
}

/// Two of the four kinds. In the next turn it is the others: each option then meets each kind, but
/// not each kind with each other option.
template <class Set>
void check_two_kinds(int turn, Lines size, Set set) {
    for (const Sums sums : both_ways) {
        Shape shape = shape_of(sums, size, (sums == Sums::along) == (turn % 2 == 0));
        set(shape);
        check_shape(shape, InputKind::integers);
    }
}

}  // namespace

void check_leading_dimensions() {
    int turn = 0;
    for (const auto& [padding, offset] :
         {std::pair{1, 0}, {4, 0}, {3, 1}, {0, 2}, {8, 3}, {draw_size(40), draw_size(20)}}) {
        for (const Lines size : {Lines{5, 8}, Lines{36, 100}, Lines{130, 68}, long_size})
            check_two_kinds(turn++, size,
                            [&](Shape& shape) { shape.padding = padding, shape.offset = offset; });
        ++turn;
    }
    for (const Lines size : draw_lines())
        check_two_kinds(turn++, size, [&](Shape& shape) { shape.padding = draw_size(8); });
    // Each line begins at a multiple of 16 bytes, and does not end at one.
    for (const Lines size : {Lines{5, 6}, Lines{13, 1001}, Lines{130, 67}})
        check_all_kinds(size, InputKind::integers,
                        [&](Shape& shape) { shape.padding = 4 - size.width % 4; });
    // A is aligned to 16 bytes, x is not.
    for (const Lines size : {whole_size, Lines{3, 1000}, long_size})
        check_all_kinds(size, InputKind::integers,
                        [&](Shape& shape) { shape.x_offset = draw_from(1, 3); });
}

void check_increments() {
    const int large = draw_size(12);  // larger than any size written here
    int turn = 0;
    for (const auto& [incx, incy] :
         {std::pair{2, 1}, {1, 3}, {-1, 1}, {1, -1}, {-3, 2}, {5, -2}, {large, -large}}) {
        for (const Lines size : {Lines{1, 1}, Lines{9, 12}, Lines{70, 65}, long_size})
            check_two_kinds(turn++, size,
                            [&](Shape& shape) { shape.incx = incx, shape.incy = incy; });
        ++turn;
    }
    for (const Lines size : draw_lines())
        check_two_kinds(turn++, size, [&](Shape& shape) {
            shape.incx = draw_size(4), shape.incy = -draw_size(4);
        });
}

void check_factors() {
    const double drawn = draw_size(8);
    int turn = 0;
    for (const auto& [alpha, beta] :
         {std::pair{2.0, 0.0}, {1.0, 1.0}, {-1.0, 0.5}, {0.0, 2.0}, {drawn, -drawn}}) {
        for (const auto& [size, on_device] : {std::pair{Lines{3, 5}, OnDevice::none},
                                              {long_size, OnDevice::none},
                                              {whole_size, OnDevice::both},
                                              {long_size, OnDevice::both},
                                              {whole_size, OnDevice::alpha},
                                              {Lines{3, 5}, OnDevice::beta}})
            check_two_kinds(turn++, size, [&](Shape& shape) {
                shape.alpha = alpha, shape.beta = beta, shape.on_device = on_device;
            });
        ++turn;
    }
    for (const Lines size : draw_lines())
        check_two_kinds(turn++, size, [&](Shape& shape) {
            shape.alpha = drawn, shape.beta = -drawn, shape.on_device = OnDevice::both;
        });
    for (const double alpha : {0.0, 3.0})  // where y is scaled before, or only scaled
        for (const int incy : {3, -2})
            check_all_kinds(long_size, InputKind::integers, [&](Shape& shape) {
                shape.alpha = alpha, shape.beta = -2, shape.incy = incy;
            });
    check_all_kinds({65, 130}, InputKind::reals, [&](Shape& shape) {
        shape.alpha = -0.7, shape.beta = 1.3, shape.padding = 1, shape.incy = 2;
    });
}

void check_nothing_of_zeros() {
    for (const Sums sums : both_ways)
        for (const Lines size : {odd_size, whole_size, long_size})
            for (const OnDevice on_device : {OnDevice::none, OnDevice::both}) {
                Shape shape = shape_of(sums, size);
                shape.on_device = on_device;
                check_changed(
                    shape, [](Arrays& arrays) { arrays.y.assign(arrays.y.size(), nan); },
                    ": beta is 0, so nothing of what y held, NaNs, may be left");
                shape.alpha = 0, shape.beta = 2;
                check_changed(
                    shape,
                    [](Arrays& arrays) {
                        arrays.A.assign(arrays.A.size(), nan);
                        arrays.x.assign(arrays.x.size(), inf);
                    },
                    ": alpha is 0, so nothing of A and x, NaNs and infinities, may be left");
            }
}

void check_nothing_to_do() {
    Shape shape;
    shape.beta = 2;
    const auto check_unchanged = [](const Shape& shape) {
        check(make_problem(shape, InputKind::integers, draw_seed())
                  .words(shape.words() +
                         ": without a row or without a column there is nothing to do, and y stays "
                         "as it is"));
    };
    for (const bool row_major : {true, false}) {
        shape.row_major = row_major, shape.transposed = false, shape.m = 5, shape.n = 0;
        check_unchanged(shape);
        shape.transposed = true, shape.m = 0, shape.n = 5;
        check_unchanged(shape);
    }
}

void check_refused() {
    const auto refused = [](const char* name, auto set) {
        Shape shape;
        shape.m = 4, shape.n = 6;
        runner::Problem problem = make_problem(shape, InputKind::integers, draw_seed());
        set(problem);
        for (const Answer& answer : run(make_call(problem).may_throw()))
            expect(answer.thrown().find(name) != std::string::npos && answer.launch_count() == 0,
                   fmt::format("{} as it must not be {}: throw an exception, with a sentence that "
                               "names {}, and launch nothing",
                               name,
                               answer.thrown().empty() ? "is taken as if all were well"
                                                       : "says \"" + answer.thrown() + "\"",
                               name));
    };
    refused("m", [](runner::Problem& problem) { problem.size("m", -1); });
    refused("n", [](runner::Problem& problem) { problem.size("n", -3); });
    refused("lda", [](runner::Problem& problem) { problem.size("lda", 5); });
    refused("m", [](runner::Problem& problem) { problem.size("m", -draw_size(100)); });
    refused("n", [](runner::Problem& problem) { problem.size("n", -draw_size(100)); });
    refused("lda", [](runner::Problem& problem) { problem.size("lda", draw_size(4)); });
    refused("incx", [](runner::Problem& problem) { problem.size("incx", 0); });
    refused("incy", [](runner::Problem& problem) { problem.size("incy", 0); });
}

}  // namespace capstone_suite
