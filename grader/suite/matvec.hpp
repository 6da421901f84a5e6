// Checks every matrix-vector lab shares: y = A x + b with n rows and m columns in float.
// Each check makes the inputs, runs the function in its thread orders, computes the expected y in
// double precision after the answer is in, and fails the case with the smallest failing shape, the
// first wrong element among its neighbours, and the command that repeats the call.
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

/// Of A as it lies in memory; where it is its transpose that multiplies, y and b have m elements
/// and x has n.
struct Shape {
    int n = 0;  // rows, elements of y and b
    int m = 0;  // columns, elements of x

    bool operator==(const Shape&) const = default;
};

/// As predict.toml names them.
inline Sizes sizes_of(Shape shape) {
    return {{"n", shape.n}, {"m", shape.m}};
}

/// Memory for `elements` floats that a function may use as it likes, under its name.
struct Scratch {
    std::string name;
    std::function<std::uint64_t(Shape)> elements;
};

/// Which function is checked. Its adapter takes sizes n, m, inputs A, x, b and output y.
struct Subject {
    std::string function;
    Layout layout = Layout::row_major;
    std::vector<std::pair<std::string, int>> sizes = {};  // beyond n and m: a block's, say
    std::vector<Scratch> scratch = {};
    bool square = false;  // the program has no --cols
};

/// What decides on the interesting shapes of a lab.
struct Limits {
    int block = 256;      // rows or columns a block handles: one below, at and one above are tried
    int max_m = 1 << 20;  // the lab promises no more columns than this
    int large_elements = 1 << 20;  // about the size of the largest matrices tried
};

/// 1x1, one row, one column, below, at and just above the block size, primes, tall, wide, large;
/// in increasing number of elements, so that the first failure is the smallest.
std::vector<Shape> shapes(const Limits& limits = {});

/// The numbers of one call, and where they came from.
struct Problem : runner::MatvecProblem {
    runner::InputKind kind = runner::InputKind::integers;
    std::uint64_t seed = 0;
    // Of numbers that were made of the seed, where it is given: a run by hand cannot do so.
    std::function<void(Problem&)> change = {};

    Shape shape() const { return {rows(), columns()}; }
};

/// Each side by draw_size; with a name the same one wherever the lab's cases ask by it.
Shape draw_shape(Shape about);
Shape draw_shape(Shape about, const std::string& name);
/// The same in multiples of so many rows and columns, where rows begin with a sector.
Shape draw_multiples(Shape about, int of, const std::string& name);

Problem make_problem(const Subject& subject, Shape shape, runner::InputKind kind);
Call make_call(const Subject& subject, const Problem& problem);

/// A call with small integers that checks its answers.
CheckedCall integers_call(const Subject& subject, Shape shape);
/// For who looks at counts: see grader::suite::counts_of. Small integers.
const Answer& counts_of(const Subject& subject, Shape shape);

/// What that call's work is worth: grade_work, with the limit in microseconds.
void check_work(const Subject& subject, Shape shape, double limit);

/// Every partial sum is below 2^24, so any order of summation is exact: compared exactly.
void check_integers(const Subject& subject, std::span<const Shape> shapes);

/// Within gamma_(m+1) (sum |a||x| + |b|), gamma_k = k u / (1 - k u), u = 2^-24.
void check_reals(const Subject& subject, std::span<const Shape> shapes);

/// The same bound where sums nearly vanish.
void check_cancellation(const Subject& subject, std::span<const Shape> shapes);

/// Both: reals of usual size, and where sums nearly vanish.
void check_rounding(const Subject& subject, std::span<const Shape> shapes);

/// Zeros, and infinities and NaNs in A, x and b, which must reach exactly the elements of y they
/// belong to; an expected NaN matches any NaN but "never written".
void check_special_values(const Subject& subject, Shape shape);

}  // namespace grader::suite::matvec
