// The checks of lab 12: products in all shapes, calls of multiply beside their twins, what the work
// costs, and the comparison with NumPy.
#pragma once

#include <cstdint>
#include <functional>
#include <string>

#include "12-python/problem.hpp"
#include "suite/problem.hpp"
#include "suite/suspected.hpp"

namespace python_products {

using namespace grader::suite;
using product::Shape;
using runner::InputKind;

inline constexpr int tile = 16;

// ---- The products: values.cpp.

void check_integers(const std::string& function);
void check_reals(const std::string& function);
void check_doubles_of_multiply();
/// What does not fit is a ValueError, before anything is launched.
void check_refused();

/// A call with the problem that is to be right. That of multiply has a twin.
Suspected product_of(const std::string& function, Shape shape, InputKind kind, std::uint64_t seed);

// ---- Twins, for calls of multiply: twins.cpp. Python has the numbers of a and b, and could
// multiply them itself. So two programs that have made the same calls get the same call with
// different numbers. What the script asks of the device may depend on where the numbers stand, but
// not on which they are: then the product comes from a kernel. A device counts nothing of this
// kind, so there only values are judged.

using MakeProblem = std::function<Problem(product::Seeds)>;

/// Both calls are summarized by the same key.
Suspected with_twin(const MakeProblem& make, Shape shape, std::uint64_t seed);

// ---- What the work costs: work.cpp.

/// The counts of a product of n x n matrices.
const Answer& square(const std::string& function, int n);

/// Each number is loaded from where it was sent, once.
void check_work_of_multiply();
/// Each block of tile x tile elements of C reads the rows of A and the columns of B that it needs
/// once. So their elements are loaded as often as there are tiles side by side.
void check_loads_of_tiles();
void check_no_conflicts();
void check_work_of_tiles();

// ---- The comparison with NumPy: comparison.cpp.

/// A row for each size, with a difference that shows a wrong product.
void check_rows();
/// The device's times are those between events round the whole product.
void check_times();

}  // namespace python_products
