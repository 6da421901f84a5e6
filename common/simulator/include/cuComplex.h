// <cuComplex.h> on the simulator: complex numbers as pairs, by CUDA's names.
#pragma once

#include "cusim/letters_hidden.hpp"

#include <math.h>

#include "cuda_runtime.h"

using cuFloatComplex = float2;
using cuDoubleComplex = double2;
using cuComplex = cuFloatComplex;

#define CUSIM_COMPLEX_FUNCTIONS(C, T, suffix, hypotenuse, fused)                        \
    inline T cuCreal##suffix(C z) {                                                     \
        return z.x;                                                                     \
    }                                                                                   \
    inline T cuCimag##suffix(C z) {                                                     \
        return z.y;                                                                     \
    }                                                                                   \
    inline C cuConj##suffix(C z) {                                                      \
        return {z.x, -z.y};                                                             \
    }                                                                                   \
    inline C cuCadd##suffix(C a, C b) {                                                 \
        return {a.x + b.x, a.y + b.y};                                                  \
    }                                                                                   \
    inline C cuCsub##suffix(C a, C b) {                                                 \
        return {a.x - b.x, a.y - b.y};                                                  \
    }                                                                                   \
    inline C cuCmul##suffix(C a, C b) {                                                 \
        return {a.x * b.x - a.y * b.y, a.x * b.y + a.y * b.x};                          \
    }                                                                                   \
    /* Scaled, so that no square overflows. */                                          \
    inline C cuCdiv##suffix(C a, C b) {                                                 \
        const T scale = T(1) / ((b.x < 0 ? -b.x : b.x) + (b.y < 0 ? -b.y : b.y));       \
        const T ax = a.x * scale, ay = a.y * scale, bx = b.x * scale, by = b.y * scale; \
        const T norm = T(1) / (bx * bx + by * by);                                      \
        return {(ax * bx + ay * by) * norm, (ay * bx - ax * by) * norm};                \
    }                                                                                   \
    inline T cuCabs##suffix(C z) {                                                      \
        return hypotenuse(z.x, z.y);                                                    \
    }                                                                                   \
    inline C fused(C a, C b, C c) {                                                     \
        return {a.x * b.x - a.y * b.y + c.x, a.x * b.y + a.y * b.x + c.y};              \
    }

CUSIM_COMPLEX_FUNCTIONS(cuFloatComplex, float, f, hypotf, cuCfmaf)
CUSIM_COMPLEX_FUNCTIONS(cuDoubleComplex, double, , hypot, cuCfma)
#undef CUSIM_COMPLEX_FUNCTIONS

inline cuFloatComplex make_cuFloatComplex(float re, float im) {
    return {re, im};
}
inline cuDoubleComplex make_cuDoubleComplex(double re, double im) {
    return {re, im};
}
inline cuComplex make_cuComplex(float re, float im) {
    return {re, im};
}
inline cuDoubleComplex cuComplexFloatToDouble(cuFloatComplex z) {
    return {z.x, z.y};
}
inline cuFloatComplex cuComplexDoubleToFloat(cuDoubleComplex z) {
    return {float(z.x), float(z.y)};
}

#include "cusim/letters_restored.hpp"
