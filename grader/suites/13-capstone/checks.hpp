// The checks of lab 13, with shapes as they look in memory: values along the lines and across them,
// the other features of BLAS, the cost of the work, cuBLAS.
#pragma once

#include <functional>
#include <limits>
#include <string>
#include <vector>

#include "13-capstone/problem.hpp"
#include "suite/causes/mistakes.hpp"
#include "suite/problem.hpp"

namespace capstone_suite {

using namespace grader::suite;
using lab13::Arrays;
using lab13::OnDevice;
using lab13::Shape;
using runner::InputKind;

inline constexpr float inf = std::numeric_limits<float>::infinity();
inline constexpr float nan = std::numeric_limits<float>::quiet_NaN();

/// Lines and their width, as both layouts and both operations look in memory.
struct Lines {
    int lines = 1, width = 1;
};

/// Which way the sums of a product run: along the lines, or across them.
enum class Sums { along, across };
inline constexpr Sums both_ways[] = {Sums::along, Sums::across};

/// A shape with such sums, in one of the layouts.
Shape shape_of(Sums sums, Lines size, bool row_major = true);

/// Few and long ones, as many as they are wide, many and short ones: draw_aspects.
std::vector<Lines> draw_lines();

inline constexpr Lines odd_size{37, 41}, whole_size{36, 40}, long_size{2500, 8};

/// Common mistakes in the product of these arrays.
std::vector<Mistake> product_mistakes(const Shape& shape, Arrays arrays);

// ---- Values of both kinds of sums: values.cpp.

void check_shape(const Shape& shape, InputKind kind);
/// With arrays that `change` has modified, and these words after the shape's description.
void check_changed(const Shape& shape, const std::function<void(Arrays&)>& change,
                   const std::string& words = {});

void check_integers(Sums sums);
/// So few and long lines that sums are split, with sizes that few of the possible numbers of parts
/// divide. A part whose length is not rounded to what a thread loads at once begins at an unaligned
/// address.
void check_cuts();
/// On `mini`, where the sums are so long that they would be split if there were not more lines, or
/// columns, than blocks fit.
void check_many_blocks(Sums sums);
void check_reals(Sums sums);
/// A NaN or infinity must affect exactly the sums that depend on it. What stands for elements
/// beyond the ends must affect none.
void check_special_values(Sums sums, Lines size);

// ---- All that BLAS has: blas.cpp.

void check_leading_dimensions();
void check_increments();
void check_factors();
/// If beta is 0, the old contents of y have no effect; if alpha is 0, A and x have none.
void check_nothing_of_zeros();
/// At all sizes, since each may have another launch: x is still being copied in a stream that waits
/// for no other, and arrives only later.
void check_streams();
/// Without rows or columns, nothing is done: y is not changed, whatever beta is.
void check_nothing_to_do();
void check_refused();

// ---- What the work costs: work.cpp.

/// Both layouts look alike in memory. The seed determines which one is measured; in each of the
/// first two rungs, both are.
enum class Measured { square, short_lines, long_lines, small, odd };
Shape measured_shape(Sums sums, Measured which);

const Answer& counts_of(const Shape& shape, const std::string& profile = "h100");
/// The sectors of an array of A's size. If A is read more than once, or in parts of sectors, there
/// are more.
void check_sectors_of_A(const Shape& shape);
/// `limit`: its name in lab.toml, where it is a formula in `matrix`, the microseconds for A alone.
void check_work(const Shape& shape, std::string_view limit, const std::string& profile = "h100");
/// Sums across many short lines.
void check_work_on_short_lines();
/// Other features of gemv: on the default device, as they are drawn to come together; and on other
/// devices, each with another feature.
void check_work_elsewhere(Sums sums);

// ---- Beside cuBLAS, on a device: cublas.cpp.

/// The mean of the shares of cuBLAS's speed, each at most 1; full points from 0.9 on.
void check_beside_cublas();

}  // namespace capstone_suite
