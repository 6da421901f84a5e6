// Arithmetic and conversions with directed rounding: _rd down, _ru up, _rz towards zero. (Rounding
// to nearest is plain arithmetic, in math.hpp.) The runtime defines them; it sets the processor's
// rounding mode for the one operation.
#pragma once

#define CUSIM_DIRECTED(T, name, ...) \
    T name##_rd(__VA_ARGS__);        \
    T name##_ru(__VA_ARGS__);        \
    T name##_rz(__VA_ARGS__);

CUSIM_DIRECTED(float, __fadd, float, float)
CUSIM_DIRECTED(float, __fsub, float, float)
CUSIM_DIRECTED(float, __fmul, float, float)
CUSIM_DIRECTED(float, __fdiv, float, float)
CUSIM_DIRECTED(float, __fmaf, float, float, float)
CUSIM_DIRECTED(float, __frcp, float)
CUSIM_DIRECTED(float, __fsqrt, float)
CUSIM_DIRECTED(double, __dadd, double, double)
CUSIM_DIRECTED(double, __dsub, double, double)
CUSIM_DIRECTED(double, __dmul, double, double)
CUSIM_DIRECTED(double, __ddiv, double, double)
CUSIM_DIRECTED(double, __fma, double, double, double)
CUSIM_DIRECTED(double, __drcp, double)
CUSIM_DIRECTED(double, __dsqrt, double)
CUSIM_DIRECTED(float, __int2float, int)
CUSIM_DIRECTED(float, __uint2float, unsigned int)
CUSIM_DIRECTED(float, __ll2float, long long)
CUSIM_DIRECTED(float, __ull2float, unsigned long long)
CUSIM_DIRECTED(double, __ll2double, long long)
CUSIM_DIRECTED(double, __ull2double, unsigned long long)
CUSIM_DIRECTED(float, __double2float, double)

#undef CUSIM_DIRECTED
