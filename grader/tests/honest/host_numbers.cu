// Arithmetic on the host that ends in the compiler's library or in C's.
#include <cinttypes>
#include <cmath>
#include <complex>
#include <cstdio>
#include <cstdlib>
#include <limits>
#include <numbers>
#include <numeric>
#include <tuple>
#include <valarray>

std::complex<float> products(std::complex<float> a, std::complex<double> b, std::complex<float> c) {
    a *= c;
    a /= c;
    b = b * b / (b + 1.0);
    b = std::exp(b) + std::sqrt(b) + std::pow(b, 2) + std::polar(1.0, std::numbers::pi);
    return a + std::complex<float>(b) + std::conj(a) * std::abs(a) + std::norm(c);
}

double numbers(int a, int b, long long c, long double d, unsigned long long u, double x) {
    std::div_t q = std::div(a, b);
    std::lldiv_t r = std::lldiv(c, b);
    double s = q.quot + r.rem + std::gcd(a, b) + std::lcm(c, 12) + std::midpoint(a, b);
    s += std::hypot(x, s, 2.0) + std::lerp(x, s, 0.5) + std::fmod(x, s) + std::remainder(x, s);
    s += std::isnan(x) + std::isfinite(s) + std::signbit(x) + std::fpclassify(x) + std::ilogb(x);
    s += std::cbrt(x) + std::erf(x) + std::tgamma(x);
    s += std::numeric_limits<double>::epsilon() + INFINITY + HUGE_VAL + NAN + std::fma(x, s, x);
    s += static_cast<double>(d * d) + static_cast<double>(u) + static_cast<float>(u % 7);
    s +=
        std::abs(c) + std::strtod("1.5", nullptr) + std::atof("2") + std::strtoul("7", nullptr, 10);
    std::printf("%" PRIu64 " %" PRId64 "\n", static_cast<std::uint64_t>(u), std::int64_t{c});
    std::valarray<float> v(1.0f, 16), w = v * 2.0f + std::sin(v);
    const std::valarray<float> some = v[std::slice(0, 4, 2)];
    return s + w.sum() + some.max() +
           std::apply([](auto... each) { return (each + ...); }, std::tuple(1, 2.0));
}
