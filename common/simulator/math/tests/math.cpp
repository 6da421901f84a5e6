// The device functions that the runtime computes: known values, edge cases, and inverse functions.
#include <doctest/doctest.h>

#include <cmath>
#include <initializer_list>
#include <limits>
#include <utility>

#include "cusim/dpx.hpp"
#include "cusim/integers.hpp"
#include "cusim/packed.hpp"
#include "cusim/rounded.hpp"
#include "cusim/small_float.hpp"
#include "cusim/special_functions.hpp"

TEST_CASE("directed rounding encloses the exact result in one step") {
    CHECK(__fadd_rd(1, 1e-10f) == 1);
    CHECK(__fadd_ru(1, 1e-10f) == std::nextafter(1.0f, 2.0f));
    CHECK(__fadd_rz(-1, -1e-10f) == -1);
    CHECK(__fdiv_ru(1, 3) == std::nextafter(__fdiv_rd(1, 3), 1.0f));
    CHECK(__fdiv_ru(1, 4) == __fdiv_rd(1, 4));
    CHECK(__fsqrt_ru(2) > __fsqrt_rd(2));
    CHECK(__dmul_ru(0.1, 0.1) == std::nextafter(__dmul_rd(0.1, 0.1), 1.0));
    CHECK(__fmaf_rz(3, 1.0f / 3, -1) == std::fma(3.0f, 1.0f / 3, -1.0f));
    CHECK(__int2float_rd(16777217) == 16777216);
    CHECK(__int2float_ru(16777217) == 16777218);
    CHECK(__ull2float_rz(~0ull) == std::nextafter(std::ldexp(1.0f, 64), 0.0f));
    CHECK(__double2float_ru(1 + 1e-12) == std::nextafter(1.0f, 2.0f));
}

TEST_CASE("a directed rounding operation does not change the rounding mode") {
    const volatile double third = 3;
    const double before = 1 / third;
    __dadd_ru(1, 1e-30);
    CHECK(1 / third == before);
}

TEST_CASE("packed lanes neither carry into each other nor forget their sign") {
    CHECK(__vadd4(0x01ff0304, 0x01020304) == 0x02010608);
    CHECK(__vaddus4(0x01ff0304, 0x01020304) == 0x02ff0608);
    CHECK(__vaddss2(0x7fff8000, 0x0001ffff) == 0x7fff8000);
    CHECK(__vsub2(0x00010000, 0x00020001) == 0xffffffff);
    CHECK(__vmaxs4(0xff017f80, 0x00000000) == 0x00017f00);
    CHECK(__vcmpgtu4(0x01ff0000, 0x00fe0001) == 0xffff0000);
    CHECK(__vsetles2(0x80000001, 0x00000000) == 0x00010000);
    CHECK(__vabsss2(0x8000ffff) == 0x7fff0001);
    CHECK(__vabs4(0x80ff017f) == 0x8001017f);
    CHECK(__vavgu4(0x01020304, 0x02020405) == 0x02020405);
    CHECK(__vavgs2(0xffff0001, 0xfffe0002) == 0xfffe0002);
    CHECK(__vsadu4(0x01020304, 0x04030201) == 8);
    CHECK(__dp4a(0x01020304, -0x01010102, 0) == -1 * 2 - 2 * 2 - 3 * 2 - 4 * 2);
    CHECK(__dp2a_hi(0x00020003, 0x05040000, 1) == 23);
}

TEST_CASE("the functions for dynamic programming wrap when they add, and distinguish signedness") {
    CHECK(__viaddmax_s32(2147483647, 1, -5) == -5);
    CHECK(__viaddmax_u32(0xffffffff, 1, 5) == 5);
    CHECK(__viaddmin_s32_relu(3, -7, 9) == 0);
    CHECK(__viaddmax_s16x2(0x7fffffff, 0x00010001, 0x80000000) == 0x80000000);
    CHECK(__viaddmin_u16x2(0xffff0005, 0x00010001, 0x00030003) == 0x00000003);
    CHECK(__vimax3_s32(-3, -1, -2) == -1);
    CHECK(__vimax3_s16x2_relu(0xffff0001, 0xfffe0002, 0xfffd8000) == 0x00000002);
    CHECK(__vimin3_u32(0x80000000, 0xffffffff, 0x80000001) == 0x80000000);
    CHECK(__vimax_s32_relu(-3, -1) == 0);
    CHECK(__vimin_s16x2_relu(0x00058000, 0x00037fff) == 0x00030000);
    bool high = false, low = true;
    CHECK(__vibmax_s16x2(0x00010001, 0x00010002, &high, &low) == 0x00010002);
    CHECK((high && !low));
    CHECK(__vibmin_u32(0xffffffff, 1, &high) == 1);
    CHECK_FALSE(high);
}

TEST_CASE("inverse error functions invert, from the centre to the far tails") {
    for (const double x : {1e-300, 1e-8, 0.1, 0.49, 0.51, 0.9, 0.999999})
        CHECK(std::erf(erfinv(x)) == doctest::Approx(x).epsilon(1e-13));
    for (const double y : {1e-300, 1e-20, 0.01, 0.5, 1.0, 1.5, 1.99})
        CHECK(std::erfc(erfcinv(y)) == doctest::Approx(y).epsilon(1e-11));
    CHECK(erfinv(-0.25) == -erfinv(0.25));
    CHECK(erfinv(1.0) == std::numeric_limits<double>::infinity());
    CHECK(std::isnan(erfinv(1.5)));
    CHECK(normcdfinv(0.975) == doctest::Approx(1.959963984540054).epsilon(1e-13));
}

TEST_CASE("the scaled complementary error function is continuous where its forms change") {
    CHECK(erfcx(0.0) == 1);
    CHECK(erfcx(19.999999) == doctest::Approx(erfcx(20.000001)).epsilon(1e-6));
    CHECK(erfcx(1e10) == doctest::Approx(1 / (std::sqrt(M_PI) * 1e10)).epsilon(1e-14));
}

TEST_CASE("the scaled complementary error function keeps its digits in the tail") {
    CHECK(erfcx(21.0) == doctest::Approx(0.02683581315864795664).epsilon(1e-14));
    CHECK(erfcx(25.9) == doctest::Approx(0.02176718115073821256).epsilon(1e-14));
    CHECK(erfcx(27.0) == doctest::Approx(0.02088160799042094067).epsilon(1e-14));
    CHECK(erfcx(-30.0) == std::numeric_limits<double>::infinity());
}

TEST_CASE("the inverse of erfc reaches the smallest numbers") {
    CHECK(erfcinv(1e-310) == doctest::Approx(26.64480655936476472).epsilon(1e-14));
    CHECK(erfcinv(5e-324) == doctest::Approx(27.21329321081294881).epsilon(1e-14));
}

TEST_CASE("modified Bessel functions of large arguments are computed") {
    constexpr double infinity = std::numeric_limits<double>::infinity();
    CHECK(cyl_bessel_i0(29.9) == doctest::Approx(708478330489.0145).epsilon(1e-13));
    CHECK(cyl_bessel_i0(31) == doctest::Approx(2089962966491.9038).epsilon(1e-13));
    CHECK(cyl_bessel_i1(-31) == doctest::Approx(-2055972795294.5647).epsilon(1e-13));
    CHECK(cyl_bessel_i0(700) == doctest::Approx(1.529593347671873736e302).epsilon(1e-12));
    CHECK(cyl_bessel_i0(1000) == infinity);
    CHECK(cyl_bessel_i1(-infinity) == -infinity);
    CHECK(std::isnan(cyl_bessel_i1(NAN)));
    CHECK(std::signbit(cyl_bessel_i1(-0.0)));
}

TEST_CASE("norms neither overflow nor vanish") {
    CHECK(norm3d(3e200, 4e200, 0) == doctest::Approx(5e200));
    CHECK(norm4d(1e-200, 1e-200, 1e-200, 1e-200) == doctest::Approx(2e-200));
    CHECK(norm3d(0, 0, 0) == 0);
    const float v[] = {2, 3, 6};
    CHECK(normf(3, v) == 7);
    CHECK(rnorm3df(1e30f, 0, 0) == 1e-30f);
    CHECK(rnorm3df(1e-30f, 0, 0) == 1e30f);
    const float odd[] = {NAN, 1, INFINITY};
    CHECK(normf(3, odd) == INFINITY);
    CHECK(rnormf(3, odd) == 0);
    CHECK(norm3df(NAN, 1, INFINITY) == INFINITY);
    constexpr double infinity = std::numeric_limits<double>::infinity(), nan = NAN;
    const double large[] = {2e200, 0, -3e200, 6e200}, small[] = {0, 3e-200, 4e-200};
    CHECK(norm(4, large) == doctest::Approx(7e200));
    CHECK(norm(3, small) == doctest::Approx(5e-200));
    CHECK(norm(1, small) == 0);
    CHECK(norm(0, small) == 0);
    CHECK(rnorm(1, small) == infinity);
    const double strange[] = {1, nan, -infinity};
    CHECK(std::isnan(norm(2, strange)));
    CHECK(std::isnan(norm(1, strange + 1)));
    CHECK(norm(3, strange) == infinity);
    CHECK(rhypot(3, 4) == doctest::Approx(0.2));
}

TEST_CASE("bytes are chosen by three bits, and by a fourth their sign in PTX") {
    CHECK(__byte_perm(0x33221180, 0x77665544, 0x7531) == 0x77553311);
    CHECK(__byte_perm(0x33221180, 0, 0x8888) == 0x80808080);
    CHECK(cusim::detail::permuted(0x33221180, 0, 0x8888) == 0xffffffff);
}

using cusim::Rounding;
using cusim::detail::narrow_float;
using cusim::detail::widen_float;

TEST_CASE("every 16-bit float survives the conversion to double and back") {
    for (const auto& [exponent, fraction] : {std::pair{5, 10}, std::pair{8, 7}})
        for (unsigned bits = 0; bits <= 0xffff; ++bits) {
            const double wide = widen_float((unsigned short)bits, exponent, fraction);
            if (std::isnan(wide)) continue;
            REQUIRE(narrow_float(wide, exponent, fraction, Rounding::nearest) == bits);
            REQUIRE(narrow_float(wide, exponent, fraction, Rounding::zero) == bits);
        }
}

TEST_CASE("rounding to half takes the nearest value, and the even one of two") {
    const auto half = [](double x, Rounding r = Rounding::nearest) {
        return narrow_float(x, 5, 10, r);
    };
    CHECK(half(1) == 0x3c00);
    CHECK(half(1 + 1.0 / 2048) == 0x3c00);
    CHECK(half(1 + 3.0 / 2048) == 0x3c02);
    CHECK(half(1 + 1.0 / 2047) == 0x3c01);
    CHECK(half(65504) == 0x7bff);
    CHECK(half(65519) == 0x7bff);
    CHECK(half(65520) == 0x7c00);
    CHECK(half(65520, Rounding::zero) == 0x7bff);
    CHECK(half(-65520, Rounding::up) == 0xfbff);
    CHECK(half(-65520, Rounding::down) == 0xfc00);
    CHECK(half(std::ldexp(1.0, -25)) == 0);
    CHECK(half(std::ldexp(1.0, -25), Rounding::up) == 1);
    CHECK(half(std::ldexp(1.5, -25)) == 1);
    CHECK(half(-0.0) == 0x8000);
    CHECK(half(std::ldexp(2047.0, -25)) == 0x0400);  // rounds up to the smallest normal one
    CHECK(narrow_float(1 + 1.0 / 128, 8, 7, Rounding::nearest) == 0x3f81);
}
