#include "runner/expected.hpp"

#include <bit>
#include <cmath>
#include <cstdint>

#include "runner/element.hpp"

namespace runner {

double gamma(double operations) {
    constexpr double unit_roundoff = 0x1p-24;
    const double bound = operations * unit_roundoff;
    return bound / (1 - bound);
}

bool is_right(const Expected& expected, double got) {
    if (std::isnan(expected.value)) return std::isnan(got);
    if (std::isinf(expected.value)) return got == expected.value;
    return std::abs(got - expected.value) <= expected.tolerance;  // false for NaN
}

bool is_right(const Expected& expected, float got) {
    return !is_unwritten(got) && is_right(expected, static_cast<double>(got));
}

bool is_unwritten(float value) {
    return std::bit_cast<std::uint32_t>(value) == poison_word;
}

}  // namespace runner
