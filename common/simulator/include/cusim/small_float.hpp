// 16-bit floating-point types for <cuda_fp16.h> and <cuda_bf16.h>: one template for both formats,
// single and in pairs. Every operation is computed in double precision and rounded once.
#pragma once

#include <cuda_runtime.h>

#include <limits>
#include <type_traits>

namespace cusim {

enum class Rounding : unsigned char { nearest, zero, down, up };

struct Half {
    static constexpr int exponent_bits = 5, fraction_bits = 10;
};
struct Bfloat16 {
    static constexpr int exponent_bits = 8, fraction_bits = 7;
};

namespace detail {

unsigned short narrow_float(double value, int exponent_bits, int fraction_bits, Rounding rounding);
double widen_float(unsigned short bits, int exponent_bits, int fraction_bits);
// Atomically replaces the half at `address` by change(half), as an operation on the word that
// contains it.
unsigned short atomic_half(void* address, unsigned short (*change)(unsigned short, double),
                           double operand);

}  // namespace detail

// Only the bits, like __half_raw and __nv_bfloat16_raw.
template <class Format>
struct SmallRaw {
    unsigned short x;
};
template <class Format>
struct alignas(4) SmallRaw2 {
    unsigned short x, y;
};

template <class Format>
struct SmallFloat {
    unsigned short bits;

    SmallFloat() = default;
    template <class T, class = typename std::enable_if<std::is_arithmetic<T>::value>::type>
    SmallFloat(T value) : bits(rounded(double(value)).bits) {}
    template <class Other>
    explicit SmallFloat(SmallFloat<Other> other) : SmallFloat(other.wide()) {}
    SmallFloat(SmallRaw<Format> raw) : bits(raw.x) {}
    operator float() const { return float(wide()); }
    operator SmallRaw<Format>() const { return {bits}; }

    static SmallFloat of_bits(unsigned short bits) {
        SmallFloat result;
        result.bits = bits;
        return result;
    }
    static SmallFloat rounded(double value, Rounding rounding = Rounding::nearest) {
        return of_bits(
            detail::narrow_float(value, Format::exponent_bits, Format::fraction_bits, rounding));
    }
    double wide() const {
        return detail::widen_float(bits, Format::exponent_bits, Format::fraction_bits);
    }
};

template <class Format>
struct alignas(4) SmallFloat2 {
    SmallFloat<Format> x, y;

    SmallFloat2() = default;
    SmallFloat2(SmallFloat<Format> first, SmallFloat<Format> second) : x(first), y(second) {}
    SmallFloat2(SmallRaw2<Format> raw) : x(SmallRaw<Format>{raw.x}), y(SmallRaw<Format>{raw.y}) {}
    operator SmallRaw2<Format>() const { return {x.bits, y.bits}; }
};

#define CUSIM_SMALL template <class F>
#define CUSIM_OPERATOR(symbol)                                                                   \
    CUSIM_SMALL inline SmallFloat<F> operator symbol(SmallFloat<F> a, SmallFloat<F> b) {         \
        return SmallFloat<F>::rounded(a.wide() symbol b.wide());                                 \
    }                                                                                            \
    CUSIM_SMALL inline SmallFloat2<F> operator symbol(SmallFloat2<F> a, SmallFloat2<F> b) {      \
        return {a.x symbol b.x, a.y symbol b.y};                                                 \
    }                                                                                            \
    CUSIM_SMALL inline SmallFloat<F>& operator symbol##=(SmallFloat<F>& a, SmallFloat<F> b) {    \
        return a = a symbol b;                                                                   \
    }                                                                                            \
    CUSIM_SMALL inline SmallFloat2<F>& operator symbol##=(SmallFloat2<F>& a, SmallFloat2<F> b) { \
        return a = a symbol b;                                                                   \
    }
CUSIM_OPERATOR(+)
CUSIM_OPERATOR(-)
CUSIM_OPERATOR(*)
CUSIM_OPERATOR(/)
#undef CUSIM_OPERATOR
CUSIM_SMALL inline SmallFloat<F> operator-(SmallFloat<F> a) {
    return SmallFloat<F>::of_bits(a.bits ^ 0x8000);
}
CUSIM_SMALL inline SmallFloat2<F> operator-(SmallFloat2<F> a) {
    return {-a.x, -a.y};
}
CUSIM_SMALL inline SmallFloat<F>& operator++(SmallFloat<F>& a) {
    return a = a + SmallFloat<F>(1);
}
CUSIM_SMALL inline SmallFloat<F>& operator--(SmallFloat<F>& a) {
    return a = a - SmallFloat<F>(1);
}
CUSIM_SMALL inline SmallFloat<F> operator++(SmallFloat<F>& a, int) {
    const SmallFloat<F> before = a;
    ++a;
    return before;
}
CUSIM_SMALL inline SmallFloat<F> operator--(SmallFloat<F>& a, int) {
    const SmallFloat<F> before = a;
    --a;
    return before;
}
CUSIM_SMALL inline SmallFloat<F> operator+(SmallFloat<F> a) {
    return a;
}
CUSIM_SMALL inline SmallFloat2<F> operator+(SmallFloat2<F> a) {
    return a;
}
#define CUSIM_COMPARISON(symbol)                                                  \
    CUSIM_SMALL inline bool operator symbol(SmallFloat<F> a, SmallFloat<F> b) {   \
        return a.wide() symbol b.wide();                                          \
    }                                                                             \
    CUSIM_SMALL inline bool operator symbol(SmallFloat2<F> a, SmallFloat2<F> b) { \
        return a.x symbol b.x && a.y symbol b.y;                                  \
    }
CUSIM_COMPARISON(==)
CUSIM_COMPARISON(!=)
CUSIM_COMPARISON(<)
CUSIM_COMPARISON(<=)
CUSIM_COMPARISON(>)
CUSIM_COMPARISON(>=)
#undef CUSIM_COMPARISON

}  // namespace cusim

// ---- Functions with a name: for one value, and (name2) for pairs --------------------------------
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
CUSIM_BINARY(__hmax, __hmax2, __builtin_fmax(a, b))
CUSIM_BINARY(__hmin, __hmin2, __builtin_fmin(a, b))
CUSIM_BINARY(__hadd_rn, __hadd2_rn, a + b)
CUSIM_BINARY(__hsub_rn, __hsub2_rn, a - b)
CUSIM_BINARY(__hmul_rn, __hmul2_rn, a* b)
#define CUSIM_SATURATED(x) ((x) > 0 ? (x) < 1 ? (x) : 1.0 : 0.0)
CUSIM_BINARY(__hadd_sat, __hadd2_sat, CUSIM_SATURATED(a + b))
CUSIM_BINARY(__hsub_sat, __hsub2_sat, CUSIM_SATURATED(a - b))
CUSIM_BINARY(__hmul_sat, __hmul2_sat, CUSIM_SATURATED(a* b))
CUSIM_BINARY(__hmax_nan, __hmax2_nan, a != a || b != b ? __builtin_nan("") : __builtin_fmax(a, b))
CUSIM_BINARY(__hmin_nan, __hmin2_nan, a != a || b != b ? __builtin_nan("") : __builtin_fmin(a, b))
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

// Converts to an integer type: a value that is too large becomes the largest integer, a NaN becomes
// zero.
namespace cusim::detail {

template <class T>
inline T integer_of(double value) {
    if (value != value) return 0;
    if (value <= double(std::numeric_limits<T>::min())) return std::numeric_limits<T>::min();
    if (value >= double(std::numeric_limits<T>::max())) return std::numeric_limits<T>::max();
    return T(value);
}

}  // namespace cusim::detail

// ---- Conversions, whose names have the type in them ---------------------------------------------
#define CUSIM_SMALL_ROUNDED(T, one, name, I, suffix, rounding, function) \
    inline T __##name##2##one##_##suffix(I x) {                          \
        return T::rounded(double(x), cusim::Rounding::rounding);         \
    }                                                                    \
    inline I __##one##2##name##_##suffix(T x) {                          \
        return cusim::detail::integer_of<I>(function(x.wide()));         \
    }
#define CUSIM_SMALL_INTEGERS(T, one, name, I)                              \
    CUSIM_SMALL_ROUNDED(T, one, name, I, rn, nearest, __builtin_nearbyint) \
    CUSIM_SMALL_ROUNDED(T, one, name, I, rz, zero, __builtin_trunc)        \
    CUSIM_SMALL_ROUNDED(T, one, name, I, rd, down, __builtin_floor)        \
    CUSIM_SMALL_ROUNDED(T, one, name, I, ru, up, __builtin_ceil)
// T2: the type of the pair. `one` and `two`: how function names spell the types: half and half2,
// bfloat16 and bfloat162.
#define CUSIM_SMALL_CONVERSIONS(T, T2, one, two)                                    \
    inline T __float2##one(float x) {                                               \
        return T::rounded(x);                                                       \
    }                                                                               \
    inline T __float2##one##_rn(float x) {                                          \
        return T::rounded(x);                                                       \
    }                                                                               \
    inline T __float2##one##_rz(float x) {                                          \
        return T::rounded(x, cusim::Rounding::zero);                                \
    }                                                                               \
    inline T __float2##one##_rd(float x) {                                          \
        return T::rounded(x, cusim::Rounding::down);                                \
    }                                                                               \
    inline T __float2##one##_ru(float x) {                                          \
        return T::rounded(x, cusim::Rounding::up);                                  \
    }                                                                               \
    inline T __double2##one(double x) {                                             \
        return T::rounded(x);                                                       \
    }                                                                               \
    inline signed char __##one##2char_rz(T x) {                                     \
        return cusim::detail::integer_of<signed char>(__builtin_trunc(x.wide()));   \
    }                                                                               \
    inline unsigned char __##one##2uchar_rz(T x) {                                  \
        return cusim::detail::integer_of<unsigned char>(__builtin_trunc(x.wide())); \
    }                                                                               \
    CUSIM_SMALL_INTEGERS(T, one, int, int)                                          \
    CUSIM_SMALL_INTEGERS(T, one, uint, unsigned int)                                \
    CUSIM_SMALL_INTEGERS(T, one, short, short)                                      \
    CUSIM_SMALL_INTEGERS(T, one, ushort, unsigned short)                            \
    CUSIM_SMALL_INTEGERS(T, one, ll, long long)                                     \
    CUSIM_SMALL_INTEGERS(T, one, ull, unsigned long long)                           \
    inline float __##one##2float(T x) {                                             \
        return x;                                                                   \
    }                                                                               \
    inline short __##one##_as_short(T x) {                                          \
        return short(x.bits);                                                       \
    }                                                                               \
    inline unsigned short __##one##_as_ushort(T x) {                                \
        return x.bits;                                                              \
    }                                                                               \
    inline T __short_as_##one(short x) {                                            \
        return T::of_bits((unsigned short)x);                                       \
    }                                                                               \
    inline T __ushort_as_##one(unsigned short x) {                                  \
        return T::of_bits(x);                                                       \
    }                                                                               \
    inline T2 __float2##two##_rn(float x) {                                         \
        return {x, x};                                                              \
    }                                                                               \
    inline T2 __floats2##two##_rn(float x, float y) {                               \
        return {x, y};                                                              \
    }                                                                               \
    inline T2 __float22##two##_rn(float2 v) {                                       \
        return {v.x, v.y};                                                          \
    }                                                                               \
    inline float2 __##two##2float2(T2 v) {                                          \
        return {v.x, v.y};                                                          \
    }                                                                               \
    inline T2 __##one##2##two(T x) {                                                \
        return {x, x};                                                              \
    }                                                                               \
    inline T2 __halves2##two(T x, T y) {                                            \
        return {x, y};                                                              \
    }                                                                               \
    inline T2 make_##two(T x, T y) {                                                \
        return {x, y};                                                              \
    }                                                                               \
    inline T __low2##one(T2 v) {                                                    \
        return v.x;                                                                 \
    }                                                                               \
    inline T __high2##one(T2 v) {                                                   \
        return v.y;                                                                 \
    }                                                                               \
    inline T2 __low2##two(T2 v) {                                                   \
        return {v.x, v.x};                                                          \
    }                                                                               \
    inline T2 __high2##two(T2 v) {                                                  \
        return {v.y, v.y};                                                          \
    }                                                                               \
    inline T2 __lows2##two(T2 a, T2 b) {                                            \
        return {a.x, b.x};                                                          \
    }                                                                               \
    inline T2 __highs2##two(T2 a, T2 b) {                                           \
        return {a.y, b.y};                                                          \
    }
