// Device mathematics beyond <math.h>: overloads of min and max, intrinsics, bit casts and integer
// functions. Fast-math intrinsics (such as __expf) return the accurate result, which is within
// their documented error, except where the device's own form shows (__powf, __fdividef). Everything
// is inlined, so that an access is reported with the student's line.
#pragma once

// libstdc++'s special functions (such as std::legendre) make <cmath> four times as expensive to
// compile, and kernels do not need them.
#include <bits/c++config.h>
#undef _GLIBCXX_USE_STD_SPEC_FUNCS
// C++20's <math.h> puts std::lerp into the global namespace, where programs define a lerp of their
// own. By default nvcc compiles C++17, which has no lerp.
#ifdef _GLIBCXX_CMATH
#include <math.h>
#else
#define lerp __cusim_std_lerp
#include <math.h>
#undef lerp
#ifdef __cpp_lib_interpolate
namespace std {
template <class T, class U, class V>
constexpr auto lerp(T a, U b, V t) noexcept {
    return __cusim_std_lerp(a, b, t);
}
}  // namespace std
#endif
#endif

#include "cusim/dpx.hpp"
#include "cusim/integers.hpp"
#include "cusim/packed.hpp"
#include "cusim/rounded.hpp"
#include "cusim/special_functions.hpp"

#define CUSIM_DEVICE inline __attribute__((always_inline))

// ---- min and max, which kernels call without std:: --------------------------------------------
#define CUSIM_MIN_MAX(R, A, B)            \
    constexpr R min(A a, B b) {           \
        return (R)a < (R)b ? (R)a : (R)b; \
    }                                     \
    constexpr R max(A a, B b) {           \
        return (R)a < (R)b ? (R)b : (R)a; \
    }
CUSIM_MIN_MAX(int, int, int)
CUSIM_MIN_MAX(unsigned int, unsigned int, unsigned int)
CUSIM_MIN_MAX(unsigned int, int, unsigned int)
CUSIM_MIN_MAX(unsigned int, unsigned int, int)
CUSIM_MIN_MAX(long, long, long)
CUSIM_MIN_MAX(unsigned long, unsigned long, unsigned long)
CUSIM_MIN_MAX(unsigned long, long, unsigned long)
CUSIM_MIN_MAX(unsigned long, unsigned long, long)
CUSIM_MIN_MAX(long long, long long, long long)
CUSIM_MIN_MAX(unsigned long long, unsigned long long, unsigned long long)
CUSIM_MIN_MAX(unsigned long long, long long, unsigned long long)
CUSIM_MIN_MAX(unsigned long long, unsigned long long, long long)
#undef CUSIM_MIN_MAX
// Like fmin and fmax: if one operand is a NaN, the result is the other one.
#define CUSIM_MIN_MAX(R, A, B)       \
    inline R min(A a, B b) {         \
        return __builtin_fmin(a, b); \
    }                                \
    inline R max(A a, B b) {         \
        return __builtin_fmax(a, b); \
    }
CUSIM_MIN_MAX(double, double, double)
CUSIM_MIN_MAX(double, float, double)
CUSIM_MIN_MAX(double, double, float)
#undef CUSIM_MIN_MAX
inline float min(float a, float b) {
    return __builtin_fminf(a, b);
}
inline float max(float a, float b) {
    return __builtin_fmaxf(a, b);
}
constexpr unsigned int umin(unsigned int a, unsigned int b) {
    return a < b ? a : b;
}
constexpr unsigned int umax(unsigned int a, unsigned int b) {
    return a < b ? b : a;
}

// ---- Functions that the C library lacks -------------------------------------------------------
inline float rsqrtf(float x) {
    return float(1 / __builtin_sqrt(double(x)));
}
inline double rsqrt(double x) {
    return 1 / __builtin_sqrt(x);
}
inline float rsqrt(float x) {
    return rsqrtf(x);
}
inline float rcbrtf(float x) {
    return float(1 / __builtin_cbrt(double(x)));
}
inline double rcbrt(double x) {
    return 1 / __builtin_cbrt(x);
}
// Exact at every half: the multiples of a half are taken off before pi rounds the product.
inline double sinpi(double x) {
    const double turns = __builtin_fmod(x, 2), halves = __builtin_rint(2 * turns);
    const double angle = (turns - halves / 2) * M_PI;
    const int quarter = turns == turns ? int(halves) & 3 : 0;
    const double size = quarter & 1 ? __builtin_cos(angle) : __builtin_sin(angle);
    return size == 0 ? __builtin_copysign(0.0, x) : quarter & 2 ? -size : size;
}
inline double cospi(double x) {
    const double turns = __builtin_fmod(x, 2), halves = __builtin_rint(2 * turns);
    const double angle = (turns - halves / 2) * M_PI;
    const int quarter = turns == turns ? int(halves) & 3 : 0;
    const double size = quarter & 1 ? __builtin_sin(angle) : __builtin_cos(angle);
    return size == 0 ? 0.0 : quarter == 1 || quarter == 2 ? -size : size;
}
inline float sinpif(float x) {
    return float(sinpi(x));
}
inline float cospif(float x) {
    return float(cospi(x));
}
CUSIM_DEVICE void sincospi(double x, double* s, double* c) {
    *s = sinpi(x);
    *c = cospi(x);
}
CUSIM_DEVICE void sincospif(float x, float* s, float* c) {
    *s = sinpif(x);
    *c = cospif(x);
}
inline double normcdf(double x) {
    return __builtin_erfc(-x * M_SQRT1_2) / 2;
}
inline float normcdff(float x) {
    return float(normcdf(x));
}
inline float fdividef(float x, float y) {
    return x / y;
}

// ---- Single precision intrinsics ---------------------------------------------------------------
// The reciprocal of a divisor beyond 2^126 vanishes on a device.
inline float __fdividef(float x, float y) {
    const float size = __builtin_fabsf(y);
    return size > 0x1p126f && !__builtin_isinf(size) ? x * __builtin_copysignf(0.0f, y) : x / y;
}
inline float __expf(float x) {
    return __builtin_expf(x);
}
inline float __exp10f(float x) {
    return float(__builtin_pow(10.0, double(x)));
}
inline float __logf(float x) {
    return __builtin_logf(x);
}
inline float __log2f(float x) {
    return __builtin_log2f(x);
}
inline float __log10f(float x) {
    return __builtin_log10f(x);
}
// By the logarithm, as on a device: a NaN where x is negative.
inline float __powf(float x, float y) {
    return float(__builtin_exp2(double(y) * __builtin_log2(double(x))));
}
inline float __sinf(float x) {
    return __builtin_sinf(x);
}
inline float __cosf(float x) {
    return __builtin_cosf(x);
}
inline float __tanf(float x) {
    return __builtin_tanf(x);
}
CUSIM_DEVICE void __sincosf(float x, float* s, float* c) {
    *s = __builtin_sinf(x);
    *c = __builtin_cosf(x);
}
inline float __saturatef(float x) {
    return x > 0 ? (x < 1 ? x : 1.0f) : 0.0f;
}
inline float __fadd_rn(float x, float y) {
    return x + y;
}
inline float __fsub_rn(float x, float y) {
    return x - y;
}
inline float __fmul_rn(float x, float y) {
    return x * y;
}
inline float __fdiv_rn(float x, float y) {
    return x / y;
}
inline float __frcp_rn(float x) {
    return 1 / x;
}
inline float __fsqrt_rn(float x) {
    return __builtin_sqrtf(x);
}
inline float __frsqrt_rn(float x) {
    return rsqrtf(x);
}
inline float __fmaf_rn(float x, float y, float z) {
    return __builtin_fmaf(x, y, z);
}
inline double __dadd_rn(double x, double y) {
    return x + y;
}
inline double __dsub_rn(double x, double y) {
    return x - y;
}
inline double __dmul_rn(double x, double y) {
    return x * y;
}
inline double __ddiv_rn(double x, double y) {
    return x / y;
}
inline double __drcp_rn(double x) {
    return 1 / x;
}
inline double __dsqrt_rn(double x) {
    return __builtin_sqrt(x);
}
inline double __fma_rn(double x, double y, double z) {
    return __builtin_fma(x, y, z);
}

// ---- Conversions: _rn to nearest even, _rz towards zero, _ru up, _rd down ----------------------
namespace cusim::detail {
/// As PTX converts: what does not fit becomes the nearest number that does; a NaN becomes 0 where
/// both types have 32 bits, and otherwise the number of which only the highest bit is set.
template <class To, class From>
inline To rounded_to(double whole) {
    constexpr bool is_signed = To(-1) < To(0);
    constexpr To top = To(1ull << (8 * sizeof(To) - 1));
    if (whole != whole) return sizeof(From) == 4 && sizeof(To) == 4 ? To(0) : top;
    if (whole < (is_signed ? double(top) : 0.0)) return is_signed ? top : To(0);
    const double end = is_signed ? -double(top) : 2 * double(top);
    return whole >= end ? (is_signed ? To(~top) : To(-1)) : To(whole);
}
}  // namespace cusim::detail
#define CUSIM_ROUNDED(name, From, To)                                           \
    inline To name##_rn(From x) {                                               \
        return cusim::detail::rounded_to<To, From>(__builtin_rint(double(x)));  \
    }                                                                           \
    inline To name##_rz(From x) {                                               \
        return cusim::detail::rounded_to<To, From>(__builtin_trunc(double(x))); \
    }                                                                           \
    inline To name##_ru(From x) {                                               \
        return cusim::detail::rounded_to<To, From>(__builtin_ceil(double(x)));  \
    }                                                                           \
    inline To name##_rd(From x) {                                               \
        return cusim::detail::rounded_to<To, From>(__builtin_floor(double(x))); \
    }
CUSIM_ROUNDED(__float2int, float, int)
CUSIM_ROUNDED(__float2uint, float, unsigned int)
CUSIM_ROUNDED(__float2ll, float, long long)
CUSIM_ROUNDED(__float2ull, float, unsigned long long)
CUSIM_ROUNDED(__double2int, double, int)
CUSIM_ROUNDED(__double2uint, double, unsigned int)
CUSIM_ROUNDED(__double2ll, double, long long)
CUSIM_ROUNDED(__double2ull, double, unsigned long long)
#undef CUSIM_ROUNDED
inline float __int2float_rn(int x) {
    return float(x);
}
inline float __uint2float_rn(unsigned int x) {
    return float(x);
}
inline float __ll2float_rn(long long x) {
    return float(x);
}
inline float __ull2float_rn(unsigned long long x) {
    return float(x);
}
inline double __int2double_rn(int x) {
    return x;
}
inline double __uint2double_rn(unsigned int x) {
    return x;
}
inline double __ll2double_rn(long long x) {
    return double(x);
}
inline double __ull2double_rn(unsigned long long x) {
    return double(x);
}
inline float __double2float_rn(double x) {
    return float(x);
}

#define CUSIM_BITS(name, From, To)            \
    inline To name(From value) {              \
        return __builtin_bit_cast(To, value); \
    }
CUSIM_BITS(__float_as_int, float, int)
CUSIM_BITS(__float_as_uint, float, unsigned int)
CUSIM_BITS(__int_as_float, int, float)
CUSIM_BITS(__uint_as_float, unsigned int, float)
CUSIM_BITS(__double_as_longlong, double, long long)
CUSIM_BITS(__longlong_as_double, long long, double)
#undef CUSIM_BITS
inline int __double2hiint(double x) {
    return int(__double_as_longlong(x) >> 32);
}
inline int __double2loint(double x) {
    return int(__double_as_longlong(x));
}
inline double __hiloint2double(int high, int low) {
    return __longlong_as_double(
        (long long)((unsigned long long)(unsigned int)high << 32 | (unsigned int)low));
}

// ---- Loads and stores with a caching hint: plain accesses here ---------------------------------
#define CUSIM_LOAD(name)                    \
    template <class T>                      \
    CUSIM_DEVICE T name(const T* address) { \
        return *address;                    \
    }
CUSIM_LOAD(__ldca)
CUSIM_LOAD(__ldcg)
CUSIM_LOAD(__ldcs)
CUSIM_LOAD(__ldlu)
CUSIM_LOAD(__ldcv)
#undef CUSIM_LOAD

// Reports a read through a cache that does not see what the same launch writes. Returns the
// address. Declared pure, so that the compiler treats the loads around it as if it were not there.
namespace cusim::detail {
[[gnu::pure, gnu::nothrow]] const void* read_only(const void* address, unsigned size);
}
template <class T>
CUSIM_DEVICE T __ldg(const T* address) {
    return *static_cast<const T*>(::cusim::detail::read_only(address, sizeof(T)));
}

#define CUSIM_STORE(name)                         \
    template <class T>                            \
    CUSIM_DEVICE void name(T* address, T value) { \
        *address = value;                         \
    }
CUSIM_STORE(__stwb)
CUSIM_STORE(__stcg)
CUSIM_STORE(__stcs)
CUSIM_STORE(__stwt)
#undef CUSIM_STORE

#undef CUSIM_DEVICE

// ---- What kind of memory an address belongs to ------------------------------------------------
unsigned int __isGlobal(const void* address);
unsigned int __isShared(const void* address);
unsigned int __isConstant(const void* address);
unsigned int __isLocal(const void* address);
// Addresses of shared memory within their own 32-bit address space; generic addresses otherwise.
size_t __cvta_generic_to_shared(const void* address);
size_t __cvta_generic_to_global(const void* address);
size_t __cvta_generic_to_local(const void* address);
size_t __cvta_generic_to_constant(const void* address);
void* __cvta_shared_to_generic(size_t address);
void* __cvta_global_to_generic(size_t address);
void* __cvta_local_to_generic(size_t address);
void* __cvta_constant_to_generic(size_t address);

// ---- The clock and the end ---------------------------------------------------------------------
// Cycles of the simulator, which say nothing about a device; they only order a thread's own past.
extern "C" {
long long clock64();
[[noreturn]] void __trap();
void __brkpt();
}
inline void __prof_trigger(int) {}

// Hints for an optimiser, without effect here.
#ifndef __clang__
#define __builtin_assume(condition) static_cast<void>(0)
#endif
