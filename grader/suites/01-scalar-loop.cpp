// What lab 01 is marked on: the values of four functions on the host, one rung each, and that they
// stay inside their arrays. The loop order cannot be seen from outside and carries no points.
#include <bit>
#include <limits>

#include "suite/matvec.hpp"

LAB_SUITE("01-scalar-loop");

namespace {

using matvec::Layout;
using matvec::Shape;
using matvec::Subject;

const Subject gather_row_major{"gather_row_major", Layout::row_major};
const Subject scatter_row_major{"scatter_row_major", Layout::row_major};
const Subject gather_column_major{"gather_column_major", Layout::column_major};
const Subject scatter_column_major{"scatter_column_major", Layout::column_major};

const std::vector<Shape> shapes = matvec::shapes({.block = 16, .large_elements = 1 << 16});
const Shape odd_shape{13, 29};

void check_rounding(const Subject& subject) {
    matvec::check_reals(subject, shapes);
    matvec::check_cancellation(subject, shapes);
}

constexpr std::size_t margin = 64;

std::vector<float> with_margin(std::vector<float> values) {
    values.resize(values.size() + margin, std::numeric_limits<float>::quiet_NaN());
    return values;
}

/// Every input is followed by NaNs, which spoil any sum that takes one in; y is followed by
/// elements that must stay unwritten.
void check_stays_inside(const Subject& subject) {
    const auto problem = matvec::make_problem(subject, odd_shape, runner::InputKind::integers);
    const auto n = static_cast<std::size_t>(odd_shape.n);
    Call call(subject.function);
    call.size("n", odd_shape.n)
        .size("m", odd_shape.m)
        .input("A", with_margin(problem.A))
        .input("x", with_margin(problem.x))
        .input("b", with_margin(problem.b))
        .output<float>("y", n + margin);
    for (const Answer& answer : run(call)) {
        const auto y = answer.output<float>("y");
        for (std::size_t i = 0; i < n; i++) {
            expect(y[i] == y[i], subject.function + " takes in an element beyond A, x or b");
        }
        for (std::size_t i = n; i < y.size(); i++) {
            expect(std::bit_cast<std::uint32_t>(y[i]) == runner::poison_word,
                   subject.function + " writes beyond the end of y");
        }
    }
}

}  // namespace

GRADED(correct, "rung 1: gather, row-major: integers, every shape", 10) {
    matvec::check_integers(gather_row_major, shapes);
}
GRADED(correct, "rung 1: gather, row-major: reals, rounding bound", 6) {
    check_rounding(gather_row_major);
}
GRADED(correct, "rung 1: gather, row-major: zeros, infinities and NaNs", 4) {
    matvec::check_special_values(gather_row_major, odd_shape);
}
GRADED(safe, "rung 1: gather, row-major: stays inside its arrays", 5) {
    check_stays_inside(gather_row_major);
}

GRADED(correct, "rung 2: scatter, row-major: integers, every shape", 10) {
    matvec::check_integers(scatter_row_major, shapes);
}
GRADED(correct, "rung 2: scatter, row-major: reals, rounding bound", 6) {
    check_rounding(scatter_row_major);
}
GRADED(correct, "rung 2: scatter, row-major: zeros, infinities and NaNs", 4) {
    matvec::check_special_values(scatter_row_major, odd_shape);
}
GRADED(safe, "rung 2: scatter, row-major: stays inside its arrays", 5) {
    check_stays_inside(scatter_row_major);
}

GRADED(correct, "rung 3: gather, column-major: integers, every shape", 10) {
    matvec::check_integers(gather_column_major, shapes);
}
GRADED(correct, "rung 3: gather, column-major: reals, rounding bound", 6) {
    check_rounding(gather_column_major);
}
GRADED(correct, "rung 3: gather, column-major: zeros, infinities and NaNs", 4) {
    matvec::check_special_values(gather_column_major, odd_shape);
}
GRADED(safe, "rung 3: gather, column-major: stays inside its arrays", 5) {
    check_stays_inside(gather_column_major);
}

GRADED(correct, "rung 4: scatter, column-major: integers, every shape", 10) {
    matvec::check_integers(scatter_column_major, shapes);
}
GRADED(correct, "rung 4: scatter, column-major: reals, rounding bound", 6) {
    check_rounding(scatter_column_major);
}
GRADED(correct, "rung 4: scatter, column-major: zeros, infinities and NaNs", 4) {
    matvec::check_special_values(scatter_column_major, odd_shape);
}
GRADED(safe, "rung 4: scatter, column-major: stays inside its arrays", 5) {
    check_stays_inside(scatter_column_major);
}
