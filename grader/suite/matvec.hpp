// Checks that all matrix-vector labs share: y = A x + b with n rows and m columns in float. Each
// check creates the inputs, and runs the function in all thread orders. After the answer has
// arrived, it computes the expected y in double precision. If y is wrong, it fails the case with
// the smallest failing shape, the first wrong element and its neighbours, and the command that
// repeats the call.
#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "runner/matvec_problem.hpp"
#include "suite/suite.hpp"

namespace grader::suite::matvec {

using runner::Layout;

/// The shape of A in memory. If the function multiplies by the transpose of A, y and b have m
/// elements and x has n.
struct Shape {
    int n = 0;  // rows, elements of y and b
    int m = 0;  // columns, elements of x

    bool operator==(const Shape&) const = default;
};

/// As named in predict.toml.
inline Sizes sizes_of(Shape shape) {
    return {{"n", shape.n}, {"m", shape.m}};
}

/// Scratch memory of `elements` floats for the function, with the argument's name.
struct Scratch {
    std::string name;
    std::function<std::uint64_t(Shape)> elements;
};

/// The function to check. Its adapter takes sizes n, m, inputs A, x, b and output y.
struct Subject {
    std::string function;
    Layout layout = Layout::row_major;
    std::vector<std::pair<std::string, int>> sizes = {};  // beyond n and m, such as a block size
    std::vector<Scratch> scratch = {};
    bool square = false;       // the program has no --cols
    bool shares_rows = false;  // threads or blocks share a row of A: see Call::watch_rows
    bool is_of_host = false;   // launches nothing: see Call::of_the_host
    bool adds_to_y = false;    // y may begin as a copy of b: see Call::added_to
    int rows_a_block = 0;      // that the limit of its work takes for granted; 0: any number
};

/// Determines the interesting shapes for a lab.
struct Limits {
    int block = 256;               // rows or columns per block: also tries one less and one more
    int max_m = 1 << 20;           // the lab never uses more columns
    int large_elements = 1 << 20;  // about the size of the largest matrices
};

/// 1x1, one row, one column, sizes just below, at and above the block size, primes, tall, wide,
/// large. Ordered by number of elements, so that the first failure is the smallest.
std::vector<Shape> shapes(const Limits& limits = {});

/// The numbers of one call, and how they were generated.
struct Problem : runner::MatvecProblem {
    runner::InputKind kind = runner::InputKind::integers;
    std::uint64_t seed = 0;
    // A change made to the generated numbers. A run by hand cannot repeat the call if there is one.
    std::function<void(Problem&)> change = {};

    Shape shape() const { return {rows(), columns()}; }
};

/// Draws each size by draw_size.
Shape draw_shape(Shape about);
/// Of about so many elements, with at most max_m columns: draw_aspects.
std::vector<Shape> draw_aspects(int elements, int max_m = 1 << 20);
/// Draws each size by draw_work_size, in multiples of `of`: with 8, each row begins with a sector.
/// Cases of the lab that ask with the same name get the same shape.
Shape draw_work_shape(Shape about, const std::string& name, int of = 1);

Problem make_problem(const Subject& subject, Shape shape, runner::InputKind kind);
Call make_call(const Subject& subject, const Problem& problem);

/// A call with small integers, and the check of its answers.
CheckedCall integers_call(const Subject& subject, Shape shape);
/// The same with numbers of this kind.
CheckedCall call_with(runner::InputKind kind, const Subject& subject, Shape shape);
/// For checks of counts: see grader::suite::counts_of. With small integers and with reals.
const Answer& counts_of(const Subject& subject, Shape shape);
/// The same of a function that computes all of y by one launch. Fails the case if it makes others.
const Answer& only_launch(const Subject& subject, Shape shape);

/// Grades the work of that call: see grade_work. The limit has the function's name, and is a
/// formula in n, m and the subject's own sizes; `times` as much is enough for this shape.
void check_work(const Subject& subject, Shape shape, double times = 1);

/// Fails the case if that call takes so long that it would limit the rung's other points: a count
/// that is asked for is to be that of the program whose work is judged.
void expect_work(const Subject& subject, Shape shape);

/// All partial sums are below 2^24, so every order of summation is exact: results must be equal.
void check_integers(const Subject& subject, std::span<const Shape> shapes);

/// Within gamma_(m+1) (sum |a||x| + |b|), gamma_k = k u / (1 - k u), u = 2^-24.
void check_reals(const Subject& subject, std::span<const Shape> shapes);

/// The same bound for sums that nearly vanish.
void check_cancellation(const Subject& subject, std::span<const Shape> shapes);

/// Both checks: reals of ordinary size, and sums that nearly vanish.
void check_rounding(const Subject& subject, std::span<const Shape> shapes);

/// Zeros, infinities and NaNs in A, x and b, which must affect exactly the elements of y that
/// depend on them. An expected NaN matches every NaN except "never written".
void check_special_values(const Subject& subject, Shape shape);

}  // namespace grader::suite::matvec
