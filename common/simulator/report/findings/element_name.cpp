#include "simulator/report/findings/element_name.hpp"

#include <fmt/format.h>

namespace cusim::report {

namespace {

// Rounded down, so that what is before the array is in row -1.
long quotient(long number, long divisor) {
    return number / divisor - (number % divisor < 0 ? 1 : 0);
}

}  // namespace

std::string element_name(const Finding& f, long index) {
    const detail::Shape* const shape = f.shape;
    const long element = shape ? static_cast<long>(shape->element) : 0;
    const bool is_part = f.element_size > 0 && f.element_size < element;
    if (!shape || (!is_part && shape->rows[0] == 0))
        return fmt::format("{}[{}]", f.variable, index);
    if (!shape->is_array && f.elements > 0 && 0 <= index && index < f.elements) return f.variable;
    long left = quotient(index * f.element_size, element);
    std::string subscripts;
    for (int i = detail::Shape::most_rows; i-- > 0;) {
        const auto row = static_cast<long>(shape->rows[i]);
        if (row == 0) continue;
        subscripts = fmt::format("[{}]", left - quotient(left, row) * row) + subscripts;
        left = quotient(left, row);
    }
    return fmt::format("{}[{}]{}", f.variable, left, subscripts);
}

}  // namespace cusim::report
