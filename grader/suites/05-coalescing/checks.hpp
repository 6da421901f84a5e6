// The transpose of lab 05, whose values are compared bit by bit.
#pragma once

#include <cstdint>

#include "suite/matvec.hpp"

namespace coalescing {

using namespace grader::suite;
using matvec::Shape;

inline std::uint64_t elements(Shape shape) {
    return static_cast<std::uint64_t>(shape.n) * static_cast<std::uint64_t>(shape.m);
}

/// Matrices may contain any values: each element is drawn, and differs from its neighbours.
CheckedCall checked_transpose(Shape shape);
void check_transpose(Shape shape);
const Answer& counts_of_transpose(Shape shape);

}  // namespace coalescing
