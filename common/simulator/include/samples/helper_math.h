// <helper_math.h> of the CUDA samples, with the same function names: arithmetic on vectors of two,
// three and four numbers. Written for the simulator; if a program has the samples' own file, that
// one is used.
#pragma once

#include <cuda_runtime.h>

#include <cmath>

using uint = unsigned int;
using ushort = unsigned short;

#define CUSIM_BOTH inline __host__ __device__

#ifndef __CUDACC__
inline float rsqrtf(float x) {
    return 1.0f / sqrtf(x);
}
#endif

CUSIM_BOTH float lerp(float a, float b, float t) {
    return a + t * (b - a);
}
CUSIM_BOTH float clamp(float x, float low, float high) {
    return fmaxf(low, fminf(x, high));
}
CUSIM_BOTH int clamp(int x, int low, int high) {
    return x < low ? low : x > high ? high : x;
}
CUSIM_BOTH uint clamp(uint x, uint low, uint high) {
    return x < low ? low : x > high ? high : x;
}
CUSIM_BOTH float smoothstep(float a, float b, float x) {
    const float y = clamp((x - a) / (b - a), 0.0f, 1.0f);
    return y * y * (3.0f - 2.0f * y);
}

// Each operator between two vectors, and between a vector and a number on either side.
#define CUSIM_OPERATOR_OF(V, T, symbol, with_vector, with_number, number_with) \
    CUSIM_BOTH V operator symbol(V a, V b) {                                   \
        return with_vector;                                                    \
    }                                                                          \
    CUSIM_BOTH V operator symbol(V a, T b) {                                   \
        return with_number;                                                    \
    }                                                                          \
    CUSIM_BOTH V operator symbol(T a, V b) {                                   \
        return number_with;                                                    \
    }                                                                          \
    CUSIM_BOTH void operator symbol##=(V& a, V b) {                            \
        a = a symbol b;                                                        \
    }                                                                          \
    CUSIM_BOTH void operator symbol##=(V& a, T b) {                            \
        a = a symbol b;                                                        \
    }
#define CUSIM_OPERATOR_2(V, T, o)                                                          \
    CUSIM_OPERATOR_OF(V, T, o, make_##V(a.x o b.x, a.y o b.y), make_##V(a.x o b, a.y o b), \
                      make_##V(a o b.x, a o b.y))
#define CUSIM_OPERATOR_3(V, T, o)                                         \
    CUSIM_OPERATOR_OF(V, T, o, make_##V(a.x o b.x, a.y o b.y, a.z o b.z), \
                      make_##V(a.x o b, a.y o b, a.z o b), make_##V(a o b.x, a o b.y, a o b.z))
#define CUSIM_OPERATOR_4(V, T, o)                                                    \
    CUSIM_OPERATOR_OF(V, T, o, make_##V(a.x o b.x, a.y o b.y, a.z o b.z, a.w o b.w), \
                      make_##V(a.x o b, a.y o b, a.z o b, a.w o b),                  \
                      make_##V(a o b.x, a o b.y, a o b.z, a o b.w))
#define CUSIM_OPERATORS(n, V, T) \
    CUSIM_OPERATOR_##n(V, T, +) CUSIM_OPERATOR_##n(V, T, -) CUSIM_OPERATOR_##n(V, T, *)

// Functions applied to each component of one, two or three vectors.
#define CUSIM_EACH_2(V, f) make_##V(f(x), f(y))
#define CUSIM_EACH_3(V, f) make_##V(f(x), f(y), f(z))
#define CUSIM_EACH_4(V, f) make_##V(f(x), f(y), f(z), f(w))
#define CUSIM_LEAST(c) (a.c < b.c ? a.c : b.c)
#define CUSIM_MOST(c) (a.c > b.c ? a.c : b.c)
#define CUSIM_CLAMPED(c) clamp(v.c, low.c, high.c)
#define CUSIM_CLAMPED_BY_NUMBERS(c) clamp(v.c, low, high)
#define CUSIM_NEGATED(c) -v.c
#define CUSIM_FABS(c) fabsf(v.c)
#define CUSIM_FLOOR(c) floorf(v.c)
#define CUSIM_FRACTION(c) (v.c - floorf(v.c))
#define CUSIM_FMOD(c) fmodf(a.c, b.c)
#define CUSIM_ABS(c) (v.c < 0 ? -v.c : v.c)
#define CUSIM_SMOOTH(c) smoothstep(a.c, b.c, v.c)

#define CUSIM_RANGES(n, V, T)                               \
    CUSIM_BOTH V clamp(V v, V low, V high) {                \
        return CUSIM_EACH_##n(V, CUSIM_CLAMPED);            \
    }                                                       \
    CUSIM_BOTH V clamp(V v, T low, T high) {                \
        return CUSIM_EACH_##n(V, CUSIM_CLAMPED_BY_NUMBERS); \
    }

#define CUSIM_DOT_2 (a.x * b.x + a.y * b.y)
#define CUSIM_DOT_3 (a.x * b.x + a.y * b.y + a.z * b.z)
#define CUSIM_DOT_4 (a.x * b.x + a.y * b.y + a.z * b.z + a.w * b.w)

#define CUSIM_OF_INTEGERS(n, V, T)             \
    CUSIM_OPERATORS(n, V, T)                   \
    CUSIM_RANGES(n, V, T)                      \
    CUSIM_BOTH T dot(V a, V b) {               \
        return CUSIM_DOT_##n;                  \
    }                                          \
    CUSIM_BOTH V min(V a, V b) {               \
        return CUSIM_EACH_##n(V, CUSIM_LEAST); \
    }                                          \
    CUSIM_BOTH V max(V a, V b) {               \
        return CUSIM_EACH_##n(V, CUSIM_MOST);  \
    }
#define CUSIM_OF_SIGNED(n, V)                    \
    CUSIM_OF_INTEGERS(n, V, int)                 \
    CUSIM_BOTH V operator-(V v) {                \
        return CUSIM_EACH_##n(V, CUSIM_NEGATED); \
    }                                            \
    CUSIM_BOTH V abs(V v) {                      \
        return CUSIM_EACH_##n(V, CUSIM_ABS);     \
    }
#define CUSIM_OF_FLOATS(n, V)                                     \
    CUSIM_OPERATORS(n, V, float)                                  \
    CUSIM_OPERATOR_##n(V, float, /) CUSIM_BOTH V operator-(V v) { \
        return CUSIM_EACH_##n(V, CUSIM_NEGATED);                  \
    }                                                             \
    CUSIM_RANGES(n, V, float)                                     \
    CUSIM_BOTH float dot(V a, V b) {                              \
        return CUSIM_DOT_##n;                                     \
    }                                                             \
    CUSIM_BOTH float length(V v) {                                \
        return sqrtf(dot(v, v));                                  \
    }                                                             \
    CUSIM_BOTH V normalize(V v) {                                 \
        return v * (1.0f / sqrtf(dot(v, v)));                     \
    }                                                             \
    CUSIM_BOTH V lerp(V a, V b, float t) {                        \
        return a + t * (b - a);                                   \
    }                                                             \
    CUSIM_BOTH V fminf(V a, V b) {                                \
        return CUSIM_EACH_##n(V, CUSIM_LEAST);                    \
    }                                                             \
    CUSIM_BOTH V fmaxf(V a, V b) {                                \
        return CUSIM_EACH_##n(V, CUSIM_MOST);                     \
    }                                                             \
    CUSIM_BOTH V fabs(V v) {                                      \
        return CUSIM_EACH_##n(V, CUSIM_FABS);                     \
    }                                                             \
    CUSIM_BOTH V floorf(V v) {                                    \
        return CUSIM_EACH_##n(V, CUSIM_FLOOR);                    \
    }                                                             \
    CUSIM_BOTH V fracf(V v) {                                     \
        return CUSIM_EACH_##n(V, CUSIM_FRACTION);                 \
    }                                                             \
    CUSIM_BOTH V fmodf(V a, V b) {                                \
        return CUSIM_EACH_##n(V, CUSIM_FMOD);                     \
    }                                                             \
    CUSIM_BOTH V smoothstep(V a, V b, V v) {                      \
        return CUSIM_EACH_##n(V, CUSIM_SMOOTH);                   \
    }

CUSIM_OF_FLOATS(2, float2)
CUSIM_OF_FLOATS(3, float3)
CUSIM_OF_FLOATS(4, float4)
CUSIM_OF_SIGNED(2, int2)
CUSIM_OF_SIGNED(3, int3)
CUSIM_OF_SIGNED(4, int4)
CUSIM_OF_INTEGERS(2, uint2, uint)
CUSIM_OF_INTEGERS(3, uint3, uint)
CUSIM_OF_INTEGERS(4, uint4, uint)

CUSIM_BOTH float fracf(float x) {
    return x - floorf(x);
}
CUSIM_BOTH float3 cross(float3 a, float3 b) {
    return make_float3(a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x);
}
CUSIM_BOTH float3 reflect(float3 ray, float3 normal) {
    return ray - 2.0f * normal * dot(normal, ray);
}

// Makes vectors from one number, from shorter vectors, and from vectors of other numbers.
#define CUSIM_MADE(kind, T)                             \
    CUSIM_BOTH kind##2 make_##kind##2(T s) {            \
        return make_##kind##2(s, s);                    \
    }                                                   \
    CUSIM_BOTH kind##2 make_##kind##2(kind##3 a) {      \
        return make_##kind##2(a.x, a.y);                \
    }                                                   \
    CUSIM_BOTH kind##3 make_##kind##3(T s) {            \
        return make_##kind##3(s, s, s);                 \
    }                                                   \
    CUSIM_BOTH kind##3 make_##kind##3(kind##2 a) {      \
        return make_##kind##3(a.x, a.y, T(0));          \
    }                                                   \
    CUSIM_BOTH kind##3 make_##kind##3(kind##2 a, T s) { \
        return make_##kind##3(a.x, a.y, s);             \
    }                                                   \
    CUSIM_BOTH kind##3 make_##kind##3(kind##4 a) {      \
        return make_##kind##3(a.x, a.y, a.z);           \
    }                                                   \
    CUSIM_BOTH kind##4 make_##kind##4(T s) {            \
        return make_##kind##4(s, s, s, s);              \
    }                                                   \
    CUSIM_BOTH kind##4 make_##kind##4(kind##3 a) {      \
        return make_##kind##4(a.x, a.y, a.z, T(0));     \
    }                                                   \
    CUSIM_BOTH kind##4 make_##kind##4(kind##3 a, T w) { \
        return make_##kind##4(a.x, a.y, a.z, w);        \
    }
#define CUSIM_CONVERTED(kind, T, other)                        \
    CUSIM_BOTH kind##2 make_##kind##2(other##2 a) {            \
        return make_##kind##2(T(a.x), T(a.y));                 \
    }                                                          \
    CUSIM_BOTH kind##3 make_##kind##3(other##3 a) {            \
        return make_##kind##3(T(a.x), T(a.y), T(a.z));         \
    }                                                          \
    CUSIM_BOTH kind##4 make_##kind##4(other##4 a) {            \
        return make_##kind##4(T(a.x), T(a.y), T(a.z), T(a.w)); \
    }

CUSIM_MADE(float, float)
CUSIM_MADE(int, int)
CUSIM_MADE(uint, uint)
CUSIM_CONVERTED(float, float, int)
CUSIM_CONVERTED(float, float, uint)
CUSIM_CONVERTED(int, int, float)
CUSIM_CONVERTED(int, int, uint)
CUSIM_CONVERTED(uint, uint, int)
