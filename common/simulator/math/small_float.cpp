// Conversions between 16-bit floats and double, with every rounding.
#include "cusim/small_float.hpp"

#include <algorithm>
#include <cmath>

namespace cusim::detail {

namespace {

// Rounds `magnitude`, in units of the last place, to a whole number.
double whole(double magnitude, bool negative, Rounding rounding) {
    switch (rounding) {
        case Rounding::nearest:
            return std::nearbyint(magnitude);
        case Rounding::zero:
            return std::trunc(magnitude);
        case Rounding::down:
            return negative ? std::ceil(magnitude) : std::floor(magnitude);
        case Rounding::up:
            return negative ? std::floor(magnitude) : std::ceil(magnitude);
    }
    return magnitude;
}

bool overflows_to_infinity(bool negative, Rounding rounding) {
    return rounding == Rounding::nearest || rounding == (negative ? Rounding::down : Rounding::up);
}

}  // namespace

unsigned short narrow_float(double value, int exponent_bits, int fraction_bits, Rounding rounding) {
    const int bias = (1 << (exponent_bits - 1)) - 1;
    const unsigned infinity = ((1u << exponent_bits) - 1) << fraction_bits;
    if (std::isnan(value)) return 0x7fff;
    const bool negative = std::signbit(value);
    const unsigned sign = negative ? 0x8000 : 0;
    if (std::isinf(value)) return (unsigned short)(sign | infinity);
    if (value == 0) return (unsigned short)sign;
    int exponent = 0;
    std::frexp(value, &exponent);
    // The exponent of the leading digit. Subnormal numbers lose digits instead.
    const int leading = std::max(exponent - 1, 1 - bias);
    const double quanta =
        whole(std::ldexp(std::fabs(value), fraction_bits - leading), negative, rounding);
    // A carry out of the fraction correctly increments the exponent.
    const double bits = quanta + std::ldexp(leading + bias - 1, fraction_bits);
    if (bits >= infinity)
        return (unsigned short)(sign | (overflows_to_infinity(negative, rounding) ? infinity
                                                                                  : infinity - 1));
    return (unsigned short)(sign | unsigned(bits));
}

double widen_float(unsigned short bits, int exponent_bits, int fraction_bits) {
    const int bias = (1 << (exponent_bits - 1)) - 1;
    const int exponent = bits >> fraction_bits & ((1 << exponent_bits) - 1);
    const int fraction = bits & ((1 << fraction_bits) - 1);
    const double sign = bits & 0x8000 ? -1 : 1;
    if (exponent == (1 << exponent_bits) - 1) return fraction ? NAN : sign * INFINITY;
    if (exponent == 0) return sign * std::ldexp(fraction, 1 - bias - fraction_bits);
    return sign * std::ldexp(fraction + (1 << fraction_bits), exponent - bias - fraction_bits);
}

}  // namespace cusim::detail
