// The inverse functions start from Winitzki's approximation of erf^-1, and take Newton steps in a
// form that stays precise in the tails. The norms scale by the largest component, as hypot does.
#include "cusim/special_functions.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();
constexpr double not_a_number = std::numeric_limits<double>::quiet_NaN();
constexpr double half_root_pi = 0.88622692545275801365;
constexpr double root_two = 1.41421356237309504880;

// exp(x²) erfc(x). From 26 on erfc(x) vanishes: there, the asymptotic series.
double scaled_erfc(double x) {
    if (x >= 26) {
        const double t = 1 / (2 * x * x);
        const double tail = 1 - 7 * t * (1 - 9 * t * (1 - 11 * t));
        return (1 - t * (1 - 3 * t * (1 - 5 * t * tail))) / (2 * half_root_pi * x);
    }
    const double square = x * x, rest = std::fma(x, x, -square);
    const double growth = std::exp(square);
    return (std::isinf(growth) ? growth : growth + growth * rest) * std::erfc(x);
}

// erfc^-1 for 0 < y <= 1. Solves log erfc(x) = log y, which is nearly linear in x².
double erfc_inverse(double y) {
    constexpr double a = 0.147;
    const double log_term = std::log(y * (2 - y));
    const double b = 2 / (M_PI * a) + log_term / 2;
    double x = std::sqrt(std::max(0.0, std::sqrt(b * b - log_term / a) - b));
    for (int i = 0; i < 6; ++i) {
        const double scaled = scaled_erfc(x);
        x += half_root_pi * scaled * (std::log(scaled) - x * x - std::log(y));
    }
    return x;
}

// For x near 0, where 1 - x would lose precision.
double erf_inverse_near_zero(double x) {
    double result = half_root_pi * x;
    for (int i = 0; i < 6; ++i)
        result -= half_root_pi * std::exp(result * result) * (std::erf(result) - x);
    return result;
}

}  // namespace

double erfinv(double x) {
    if (!(x >= -1 && x <= 1)) return not_a_number;
    if (std::fabs(x) == 1) return x * infinity;
    if (std::fabs(x) < 0.5) return erf_inverse_near_zero(x);
    return std::copysign(erfc_inverse(1 - std::fabs(x)), x);
}
double erfcinv(double x) {
    if (!(x >= 0 && x <= 2)) return not_a_number;
    if (x == 0 || x == 2) return x == 0 ? infinity : -infinity;
    if (x > 0.5 && x < 1.5) return erf_inverse_near_zero(1 - x);
    return x <= 1 ? erfc_inverse(x) : -erfc_inverse(2 - x);
}
double normcdfinv(double x) {
    return -root_two * erfcinv(2 * x);
}

double erfcx(double x) {
    return scaled_erfc(x);
}

namespace {

// I0 or I1 at x >= 30 (Abramowitz and Stegun, 9.7.1). The power of e is taken in two halves, since
// it overflows before the function does.
double large_bessel_i(int order, double x) {
    double term = 1, sum = 1;
    for (int k = 1; std::fabs(term) > 1e-17; ++k) {
        const double odd = 2 * k - 1;
        term *= (odd * odd - 4 * order) / (8 * k * x);
        sum += term;
    }
    const double half = std::exp(x / 2);
    return half * (half / std::sqrt(2 * M_PI * x) * sum);
}

double bessel_i(int order, double x) {
    if (std::isnan(x) || std::isinf(x)) return std::fabs(x);
    return x < 30 ? std::cyl_bessel_i(order, x) : large_bessel_i(order, x);
}

}  // namespace

double cyl_bessel_i0(double x) {
    return bessel_i(0, std::fabs(x));
}
double cyl_bessel_i1(double x) {
    return std::copysign(bessel_i(1, std::fabs(x)), x);
}

double norm3d(double a, double b, double c) {
    const double values[] = {a, b, c};
    return norm(3, values);
}
double norm4d(double a, double b, double c, double d) {
    const double values[] = {a, b, c, d};
    return norm(4, values);
}
double rhypot(double x, double y) {
    return 1 / std::hypot(x, y);
}
double rnorm3d(double a, double b, double c) {
    return 1 / norm3d(a, b, c);
}
double rnorm4d(double a, double b, double c, double d) {
    return 1 / norm4d(a, b, c, d);
}
