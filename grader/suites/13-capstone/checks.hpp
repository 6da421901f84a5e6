// What the suite of lab 13 is made of: shapes in terms of memory, and checks by what they are
// about: values along the lines and across them, all that BLAS has besides, what the work costs,
// cuBLAS.
#pragma once

#include <functional>
#include <limits>
#include <string>

#include "13-capstone/problem.hpp"
#include "suite/problem.hpp"

namespace capstone_suite {

using namespace grader::suite;
using lab13::Arrays;
using lab13::OnDevice;
using lab13::Shape;
using runner::InputKind;

inline constexpr float inf = std::numeric_limits<float>::infinity();
inline constexpr float nan = std::numeric_limits<float>::quiet_NaN();

/// Lines and their width: what both ways to lay A out and both operations look like in memory.
struct Lines {
    int lines = 1, width = 1;
};

/// The sums run along the lines, or across them, in the one layout or the other.
Shape shape_of(bool along, bool row_major, Lines size);

inline constexpr Lines odd_size{37, 41}, whole_size{36, 40}, long_size{2500, 8};

// ---- Values of both kinds of sums: values.cpp.

void check_shape(const Shape& shape, InputKind kind);
/// With arrays that `change` has made other ones, and these words behind the shape's own.
void check_changed(const Shape& shape, const std::function<void(Arrays&)>& change,
                   const std::string& words = {});

void check_integers(bool along);
/// So few and long that sums are cut, and that no more than a few of the numbers of parts that they
/// may be cut into divide them: a part that is not rounded to what a thread loads at once begins
/// where that is not aligned.
void check_cuts();
void check_reals(bool along);
/// What is no number must reach the sums it belongs to, and no other: what stands for elements
/// beyond the ends must not either.
void check_special_values(bool along, Lines size);

// ---- All that BLAS has: blas.cpp.

void check_leading_dimensions();
void check_increments();
void check_factors();
/// Where beta is 0, what y held is gone; where alpha is 0, nothing of A and x is left.
void check_nothing_of_zeros();
/// A stream that waits for no other has x in it, on its way, and lets it come only then.
void check_streams();
/// Without rows or columns nothing is done: y stays, whatever beta is.
void check_nothing_to_do();
void check_refused();

// ---- What the work costs: work.cpp.

/// In memory both layouts are the same, and each is the one that is measured with some seeds; in
/// each of the first two rungs both are.
enum class Measured { square, short_lines, long_lines, small, odd };
Shape measured_shape(bool along, Measured which);

const Answer& counts_of(const Shape& shape, const std::string& profile = "h100");
/// A's own are those of an array of that size; where it is read more than once, or pieces of
/// sectors, there are more.
void check_sectors_of_A(const Shape& shape);
/// `fixed`: microseconds beside what A takes.
void check_work(const Shape& shape, double fixed, const std::string& profile = "h100");
/// What gemv has besides, on the devices that are not the usual one, each with something else.
void check_work_elsewhere(bool along);

// ---- Beside cuBLAS, on a device: cublas.cpp.

/// The mean of the shares of cuBLAS's speed, each at most 1: all points from 0.9 on.
void check_beside_cublas();

}  // namespace capstone_suite
