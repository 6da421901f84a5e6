// make_float4() and its like.
#pragma once

#include "cusim/vector_types.hpp"

#define CUSIM_MAKE(T, name)                                \
    constexpr name##1 make_##name##1(T x) {                \
        return {x};                                        \
    }                                                      \
    constexpr name##2 make_##name##2(T x, T y) {           \
        return {x, y};                                     \
    }                                                      \
    constexpr name##3 make_##name##3(T x, T y, T z) {      \
        return {x, y, z};                                  \
    }                                                      \
    constexpr name##4 make_##name##4(T x, T y, T z, T w) { \
        return {x, y, z, w};                               \
    }

CUSIM_MAKE(signed char, char)
CUSIM_MAKE(unsigned char, uchar)
CUSIM_MAKE(short, short)
CUSIM_MAKE(unsigned short, ushort)
CUSIM_MAKE(int, int)
CUSIM_MAKE(unsigned int, uint)
CUSIM_MAKE(long, long)
CUSIM_MAKE(unsigned long, ulong)
CUSIM_MAKE(long long, longlong)
CUSIM_MAKE(unsigned long long, ulonglong)
CUSIM_MAKE(float, float)
CUSIM_MAKE(double, double)
#undef CUSIM_MAKE
