// <cuda_fp8.h> on the simulator: the formats E4M3 and E5M2, single, in pairs and in fours. As on
// the device, values are stored and converted, but there is no arithmetic. E8M0, a format for
// scales, is not supported.
#pragma once

#include "cusim/letters_hidden.hpp"

#include <cuda_bf16.h>
#include <cuda_fp16.h>

using __nv_fp8_storage_t = unsigned char;
using __nv_fp8x2_storage_t = unsigned short;
using __nv_fp8x4_storage_t = unsigned int;

enum __nv_saturation_t { __NV_NOSAT, __NV_SATFINITE };
enum __nv_fp8_interpretation_t { __NV_E4M3, __NV_E5M2 };

namespace cusim::fp8 {

using Kind = __nv_fp8_interpretation_t;
using Byte = unsigned char;

constexpr int fraction_bits(Kind kind) {
    return kind == __NV_E4M3 ? 3 : 2;
}
constexpr int bias(Kind kind) {
    return kind == __NV_E4M3 ? 7 : 15;
}
constexpr unsigned largest(Kind kind) {
    return kind == __NV_E4M3 ? 0x7e : 0x7b;
}

// Rounds to nearest, ties to even. If the value is too large, the result is the largest number, or
// else infinity. E4M3 has no infinity, so it becomes a NaN.
inline Byte narrow(double value, __nv_saturation_t saturation, Kind kind) {
    if (__builtin_isnan(value)) return 0x7f;
    const unsigned sign = __builtin_signbit(value) ? 0x80 : 0;
    const unsigned beyond = saturation == __NV_SATFINITE ? largest(kind)
                            : kind == __NV_E4M3          ? 0x7f
                                                         : 0x7c;
    const double magnitude = __builtin_fabs(value);
    if (__builtin_isinf(magnitude)) return Byte(sign | beyond);
    if (magnitude == 0) return Byte(sign);
    // The exponent of the leading digit. Subnormal numbers lose digits instead.
    int leading = __builtin_ilogb(magnitude);
    if (leading < 1 - bias(kind)) leading = 1 - bias(kind);
    const double quanta =
        __builtin_nearbyint(__builtin_ldexp(magnitude, fraction_bits(kind) - leading));
    const double bits = quanta + __builtin_ldexp(leading + bias(kind) - 1, fraction_bits(kind));
    return Byte(sign | (bits > largest(kind) ? beyond : unsigned(bits)));
}

inline double widen(Byte byte, Kind kind) {
    const int fraction = byte & ((1 << fraction_bits(kind)) - 1);
    const int exponent = (byte & 0x7f) >> fraction_bits(kind);
    const double sign = byte & 0x80 ? -1 : 1;
    if ((byte & 0x7f) > int(largest(kind))) {
        const bool infinite = kind == __NV_E5M2 && fraction == 0;
        return infinite ? sign * __builtin_inf() : __builtin_nan("");
    }
    const double digits = exponent ? fraction + (1 << fraction_bits(kind)) : fraction;
    const int scale = (exponent ? exponent : 1) - bias(kind) - fraction_bits(kind);
    return sign * __builtin_ldexp(digits, scale);
}

// A number with its storage type.
template <Kind kind>
struct Single {
    __nv_fp8_storage_t __x;

    Single() = default;
    template <class T, class = typename std::enable_if<std::is_arithmetic<T>::value>::type>
    explicit Single(T value) : __x(narrow(double(value), __NV_SATFINITE, kind)) {}
    explicit Single(__half value) : Single(value.wide()) {}
    explicit Single(__nv_bfloat16 value) : Single(value.wide()) {}

    template <class T, class = typename std::enable_if<std::is_floating_point<T>::value>::type>
    explicit operator T() const {
        return T(widen(__x, kind));
    }
    explicit operator __half() const { return __half::rounded(widen(__x, kind)); }
    explicit operator __nv_bfloat16() const { return __nv_bfloat16::rounded(widen(__x, kind)); }
    explicit operator int() const { return int(widen(__x, kind)); }
    explicit operator bool() const { return (__x & 0x7f) != 0; }
};

template <Kind kind>
struct alignas(2) Pair {
    __nv_fp8x2_storage_t __x;

    Pair() = default;
    explicit Pair(double2 v) : Pair(v.x, v.y) {}
    explicit Pair(float2 v) : Pair(v.x, v.y) {}
    explicit Pair(__half2 v) : Pair(v.x.wide(), v.y.wide()) {}
    explicit Pair(__nv_bfloat162 v) : Pair(v.x.wide(), v.y.wide()) {}

    explicit operator float2() const { return {float(at(0)), float(at(1))}; }
    explicit operator __half2() const { return {__half::rounded(at(0)), __half::rounded(at(1))}; }

  private:
    Pair(double low, double high)
        : __x((unsigned short)(narrow(low, __NV_SATFINITE, kind) |
                               narrow(high, __NV_SATFINITE, kind) << 8)) {}
    double at(int i) const { return widen(Byte(__x >> (8 * i)), kind); }
};

template <Kind kind>
struct alignas(4) Four {
    __nv_fp8x4_storage_t __x;

    Four() = default;
    explicit Four(float4 v) : Four(v.x, v.y, v.z, v.w) {}
    explicit Four(double4 v) : Four(v.x, v.y, v.z, v.w) {}
    Four(__half2 low, __half2 high)
        : Four(low.x.wide(), low.y.wide(), high.x.wide(), high.y.wide()) {}
    Four(__nv_bfloat162 low, __nv_bfloat162 high)
        : Four(low.x.wide(), low.y.wide(), high.x.wide(), high.y.wide()) {}

    explicit operator float4() const {
        return {float(at(0)), float(at(1)), float(at(2)), float(at(3))};
    }

  private:
    Four(double a, double b, double c, double d)
        : __x(part(a, 0) | part(b, 1) | part(c, 2) | part(d, 3)) {}
    static unsigned part(double value, int i) {
        return unsigned(narrow(value, __NV_SATFINITE, kind)) << (8 * i);
    }
    double at(int i) const { return widen(Byte(__x >> (8 * i)), kind); }
};

inline __nv_fp8x2_storage_t narrow_two(double low, double high, __nv_saturation_t saturation,
                                       Kind kind) {
    return (unsigned short)(narrow(low, saturation, kind) | narrow(high, saturation, kind) << 8);
}

}  // namespace cusim::fp8

using __nv_fp8_e4m3 = cusim::fp8::Single<__NV_E4M3>;
using __nv_fp8_e5m2 = cusim::fp8::Single<__NV_E5M2>;
using __nv_fp8x2_e4m3 = cusim::fp8::Pair<__NV_E4M3>;
using __nv_fp8x2_e5m2 = cusim::fp8::Pair<__NV_E5M2>;
using __nv_fp8x4_e4m3 = cusim::fp8::Four<__NV_E4M3>;
using __nv_fp8x4_e5m2 = cusim::fp8::Four<__NV_E5M2>;

inline __nv_fp8_storage_t __nv_cvt_double_to_fp8(double x, __nv_saturation_t saturate,
                                                 __nv_fp8_interpretation_t kind) {
    return cusim::fp8::narrow(x, saturate, kind);
}
inline __nv_fp8_storage_t __nv_cvt_float_to_fp8(float x, __nv_saturation_t saturate,
                                                __nv_fp8_interpretation_t kind) {
    return cusim::fp8::narrow(x, saturate, kind);
}
inline __nv_fp8_storage_t __nv_cvt_halfraw_to_fp8(__half_raw x, __nv_saturation_t saturate,
                                                  __nv_fp8_interpretation_t kind) {
    return cusim::fp8::narrow(__half(x).wide(), saturate, kind);
}
inline __nv_fp8_storage_t __nv_cvt_bfloat16raw_to_fp8(__nv_bfloat16_raw x,
                                                      __nv_saturation_t saturate,
                                                      __nv_fp8_interpretation_t kind) {
    return cusim::fp8::narrow(__nv_bfloat16(x).wide(), saturate, kind);
}
inline __nv_fp8x2_storage_t __nv_cvt_double2_to_fp8x2(double2 x, __nv_saturation_t saturate,
                                                      __nv_fp8_interpretation_t kind) {
    return cusim::fp8::narrow_two(x.x, x.y, saturate, kind);
}
inline __nv_fp8x2_storage_t __nv_cvt_float2_to_fp8x2(float2 x, __nv_saturation_t saturate,
                                                     __nv_fp8_interpretation_t kind) {
    return cusim::fp8::narrow_two(x.x, x.y, saturate, kind);
}
inline __nv_fp8x2_storage_t __nv_cvt_halfraw2_to_fp8x2(__half2_raw x, __nv_saturation_t saturate,
                                                       __nv_fp8_interpretation_t kind) {
    const __half2 two(x);
    return cusim::fp8::narrow_two(two.x.wide(), two.y.wide(), saturate, kind);
}
inline __nv_fp8x2_storage_t __nv_cvt_bfloat16raw2_to_fp8x2(__nv_bfloat162_raw x,
                                                           __nv_saturation_t saturate,
                                                           __nv_fp8_interpretation_t kind) {
    const __nv_bfloat162 two(x);
    return cusim::fp8::narrow_two(two.x.wide(), two.y.wide(), saturate, kind);
}
inline __half_raw __nv_cvt_fp8_to_halfraw(__nv_fp8_storage_t x, __nv_fp8_interpretation_t kind) {
    return __half::rounded(cusim::fp8::widen(x, kind));
}
inline __half2_raw __nv_cvt_fp8x2_to_halfraw2(__nv_fp8x2_storage_t x,
                                              __nv_fp8_interpretation_t kind) {
    return __half2(__nv_cvt_fp8_to_halfraw((unsigned char)x, kind),
                   __nv_cvt_fp8_to_halfraw((unsigned char)(x >> 8), kind));
}

#include "cusim/letters_restored.hpp"
