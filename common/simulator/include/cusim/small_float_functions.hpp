// Functions of 16-bit floating-point types, for one value and, as (name2), for pairs.
#pragma once

#include <cuda_runtime.h>

#include "cusim/small_float.hpp"

// Of two zeros, +0 is the larger one.
namespace cusim::detail {
inline double larger(double a, double b) {
    return a == b ? (__builtin_signbit(a) ? b : a) : __builtin_fmax(a, b);
}
inline double smaller(double a, double b) {
    return a == b ? (__builtin_signbit(a) ? a : b) : __builtin_fmin(a, b);
}
}  // namespace cusim::detail

#define CUSIM_SMALL template <class F>
#define CUSIM_F1 cusim::SmallFloat<F>
#define CUSIM_F2 cusim::SmallFloat2<F>
#define CUSIM_BINARY(name, name2, expression)                   \
    CUSIM_SMALL inline CUSIM_F1 name(CUSIM_F1 p, CUSIM_F1 q) {  \
        const double a = p.wide(), b = q.wide();                \
        return CUSIM_F1::rounded(expression);                   \
    }                                                           \
    CUSIM_SMALL inline CUSIM_F2 name2(CUSIM_F2 p, CUSIM_F2 q) { \
        return {name(p.x, q.x), name(p.y, q.y)};                \
    }
CUSIM_BINARY(__hadd, __hadd2, a + b)
CUSIM_BINARY(__hsub, __hsub2, a - b)
CUSIM_BINARY(__hmul, __hmul2, a* b)
CUSIM_BINARY(__hdiv, __h2div, a / b)
CUSIM_BINARY(__hmax, __hmax2, cusim::detail::larger(a, b))
CUSIM_BINARY(__hmin, __hmin2, cusim::detail::smaller(a, b))
CUSIM_BINARY(__hadd_rn, __hadd2_rn, a + b)
CUSIM_BINARY(__hsub_rn, __hsub2_rn, a - b)
CUSIM_BINARY(__hmul_rn, __hmul2_rn, a* b)
#define CUSIM_SATURATED(x) ((x) > 0 ? (x) < 1 ? (x) : 1.0 : 0.0)
CUSIM_BINARY(__hadd_sat, __hadd2_sat, CUSIM_SATURATED(a + b))
CUSIM_BINARY(__hsub_sat, __hsub2_sat, CUSIM_SATURATED(a - b))
CUSIM_BINARY(__hmul_sat, __hmul2_sat, CUSIM_SATURATED(a* b))
CUSIM_BINARY(__hmax_nan, __hmax2_nan,
             a != a || b != b ? __builtin_nan("") : cusim::detail::larger(a, b))
CUSIM_BINARY(__hmin_nan, __hmin2_nan,
             a != a || b != b ? __builtin_nan("") : cusim::detail::smaller(a, b))
#undef CUSIM_BINARY

// Prevents a call of the integer average with the same name.
template <class F, class T, class = typename std::enable_if<std::is_arithmetic<T>::value>::type>
void __hadd(CUSIM_F1, T) = delete;
template <class F, class T, class = typename std::enable_if<std::is_arithmetic<T>::value>::type>
void __hadd(T, CUSIM_F1) = delete;

CUSIM_SMALL inline CUSIM_F1 __hfma(CUSIM_F1 a, CUSIM_F1 b, CUSIM_F1 c) {
    return CUSIM_F1::rounded(__builtin_fma(a.wide(), b.wide(), c.wide()));
}
CUSIM_SMALL inline CUSIM_F1 __hfma_sat(CUSIM_F1 a, CUSIM_F1 b, CUSIM_F1 c) {
    const double exact = __builtin_fma(a.wide(), b.wide(), c.wide());
    return CUSIM_F1::rounded(CUSIM_SATURATED(exact));
}
CUSIM_SMALL inline CUSIM_F1 __hfma_relu(CUSIM_F1 a, CUSIM_F1 b, CUSIM_F1 c) {
    const double exact = __builtin_fma(a.wide(), b.wide(), c.wide());
    return CUSIM_F1::rounded(exact < 0 ? 0 : exact);
}
#define CUSIM_PAIR(name2, name)                                             \
    CUSIM_SMALL inline CUSIM_F2 name2(CUSIM_F2 a, CUSIM_F2 b, CUSIM_F2 c) { \
        return {name(a.x, b.x, c.x), name(a.y, b.y, c.y)};                  \
    }
CUSIM_PAIR(__hfma2, __hfma)
CUSIM_PAIR(__hfma2_sat, __hfma_sat)
CUSIM_PAIR(__hfma2_relu, __hfma_relu)
#undef CUSIM_PAIR
#undef CUSIM_SATURATED
// The product of two complex numbers, plus a third.
CUSIM_SMALL inline CUSIM_F2 __hcmadd(CUSIM_F2 a, CUSIM_F2 b, CUSIM_F2 c) {
    const CUSIM_F1 real = __hfma(a.x, b.x, c.x), imaginary = __hfma(a.x, b.y, c.y);
    return {__hfma(-a.y, b.y, real), __hfma(a.y, b.x, imaginary)};
}

CUSIM_SMALL inline bool __hisnan(CUSIM_F1 a) {
    return __builtin_isnan(a.wide());
}
CUSIM_SMALL inline CUSIM_F2 __hisnan2(CUSIM_F2 a) {
    return {CUSIM_F1(__hisnan(a.x)), CUSIM_F1(__hisnan(a.y))};
}
#define CUSIM_TEST(name, p, q, expression)                                                    \
    CUSIM_SMALL inline bool __h##name(CUSIM_F1 p, CUSIM_F1 q) {                               \
        return expression;                                                                    \
    }                                                                                         \
    CUSIM_SMALL inline bool __hb##name##2(CUSIM_F2 a, CUSIM_F2 b) {                           \
        return __h##name(a.x, b.x) && __h##name(a.y, b.y);                                    \
    }                                                                                         \
    CUSIM_SMALL inline CUSIM_F2 __h##name##2(CUSIM_F2 a, CUSIM_F2 b) {                        \
        return {CUSIM_F1(__h##name(a.x, b.x)), CUSIM_F1(__h##name(a.y, b.y))};                \
    }                                                                                         \
    CUSIM_SMALL inline unsigned int __h##name##2_mask(CUSIM_F2 a, CUSIM_F2 b) {               \
        return (__h##name(a.x, b.x) ? 0xffffu : 0) | (__h##name(a.y, b.y) ? 0xffff0000u : 0); \
    }
// If an operand is a NaN, the plain comparisons are false, and those with a u are true.
#define CUSIM_COMPARISON(name, symbol)                                   \
    CUSIM_TEST(name, p, q, !__hisnan(p) && !__hisnan(q) && (p symbol q)) \
    CUSIM_TEST(name##u, p, q, __hisnan(p) || __hisnan(q) || (p symbol q))
CUSIM_COMPARISON(eq, ==)
CUSIM_COMPARISON(ne, !=)
CUSIM_COMPARISON(lt, <)
CUSIM_COMPARISON(le, <=)
CUSIM_COMPARISON(gt, >)
CUSIM_COMPARISON(ge, >=)
#undef CUSIM_COMPARISON
#undef CUSIM_TEST
CUSIM_SMALL inline int __hisinf(CUSIM_F1 a) {
    return __builtin_isinf_sign(a.wide());
}

#define CUSIM_UNARY(name, name2, expression)        \
    CUSIM_SMALL inline CUSIM_F1 name(CUSIM_F1 p) {  \
        const double a = p.wide();                  \
        return CUSIM_F1::rounded(expression);       \
    }                                               \
    CUSIM_SMALL inline CUSIM_F2 name2(CUSIM_F2 p) { \
        return {name(p.x), name(p.y)};              \
    }
CUSIM_UNARY(__hneg, __hneg2, -a)
CUSIM_UNARY(__habs, __habs2, __builtin_fabs(a))
CUSIM_UNARY(hsqrt, h2sqrt, __builtin_sqrt(a))
CUSIM_UNARY(hrsqrt, h2rsqrt, 1 / __builtin_sqrt(a))
CUSIM_UNARY(hrcp, h2rcp, 1 / a)
CUSIM_UNARY(hexp, h2exp, __builtin_exp(a))
CUSIM_UNARY(hexp2, h2exp2, __builtin_exp2(a))
CUSIM_UNARY(hexp10, h2exp10, __builtin_pow(10, a))
CUSIM_UNARY(hlog, h2log, __builtin_log(a))
CUSIM_UNARY(hlog2, h2log2, __builtin_log2(a))
CUSIM_UNARY(hlog10, h2log10, __builtin_log10(a))
CUSIM_UNARY(hsin, h2sin, __builtin_sin(a))
CUSIM_UNARY(hcos, h2cos, __builtin_cos(a))
CUSIM_UNARY(htanh, h2tanh, __builtin_tanh(a))
CUSIM_UNARY(htanh_approx, h2tanh_approx, __builtin_tanh(a))
CUSIM_UNARY(hceil, h2ceil, __builtin_ceil(a))
CUSIM_UNARY(hfloor, h2floor, __builtin_floor(a))
CUSIM_UNARY(htrunc, h2trunc, __builtin_trunc(a))
CUSIM_UNARY(hrint, h2rint, __builtin_nearbyint(a))
#undef CUSIM_UNARY

CUSIM_SMALL inline float __low2float(CUSIM_F2 a) {
    return a.x;
}
CUSIM_SMALL inline float __high2float(CUSIM_F2 a) {
    return a.y;
}
CUSIM_SMALL inline CUSIM_F2 __lowhigh2highlow(CUSIM_F2 a) {
    return {a.y, a.x};
}

CUSIM_SMALL inline CUSIM_F1 atomicAdd(CUSIM_F1* address, CUSIM_F1 value) {
    const auto add = [](unsigned short bits, double operand) {
        return CUSIM_F1::rounded(CUSIM_F1::of_bits(bits).wide() + operand).bits;
    };
    return CUSIM_F1::of_bits(cusim::detail::atomic_half(address, add, value.wide()));
}
// Each half is added atomically, but not the pair as a whole.
CUSIM_SMALL inline CUSIM_F2 atomicAdd(CUSIM_F2* address, CUSIM_F2 value) {
    const CUSIM_F1 x = atomicAdd(&address->x, value.x);
    return {x, atomicAdd(&address->y, value.y)};
}
#undef CUSIM_F1
#undef CUSIM_F2
#undef CUSIM_SMALL
