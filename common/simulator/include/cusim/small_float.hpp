// 16-bit floating-point types for <cuda_fp16.h> and <cuda_bf16.h>: one template for both formats,
// single and in pairs, with operators and conversions. Every operation is computed in double
// precision and rounded once. Functions with a name: small_float_functions.hpp.
#pragma once

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
#undef CUSIM_SMALL

}  // namespace cusim

// Converts to an integer type: a value that is too large becomes the largest integer. A NaN becomes
// zero, or in 64 bits the number of which only the highest bit is set.
namespace cusim::detail {

template <class T>
inline T integer_of(double value) {
    if (value != value) return sizeof(T) == 8 ? T(1ull << 63) : T(0);
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
