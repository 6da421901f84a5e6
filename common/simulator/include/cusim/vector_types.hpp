// CUDA's built-in vector types with the device's sizes and alignments, and dim3. The layout is
// guaranteed: float3 is three floats, and float4 is accessed as 16 bytes. The make_ functions are
// in vector_functions.hpp: <vector_types.h> has none, and files of the host define their own.
#pragma once

#define CUSIM_VECTORS(T, name, align2, align4) \
    struct name##1 {                           \
        T x;                                   \
    };                                         \
    struct alignas(align2) name##2 {           \
        T x, y;                                \
    };                                         \
    struct name##3 {                           \
        T x, y, z;                             \
    };                                         \
    struct alignas(align4) name##4 {           \
        T x, y, z, w;                          \
    };

CUSIM_VECTORS(signed char, char, 2, 4)
CUSIM_VECTORS(unsigned char, uchar, 2, 4)
CUSIM_VECTORS(short, short, 4, 8)
CUSIM_VECTORS(unsigned short, ushort, 4, 8)
CUSIM_VECTORS(int, int, 8, 16)
CUSIM_VECTORS(unsigned int, uint, 8, 16)
CUSIM_VECTORS(long, long, 16, 16)
CUSIM_VECTORS(unsigned long, ulong, 16, 16)
CUSIM_VECTORS(long long, longlong, 16, 16)
CUSIM_VECTORS(unsigned long long, ulonglong, 16, 16)
CUSIM_VECTORS(float, float, 8, 16)
CUSIM_VECTORS(double, double, 16, 16)
#undef CUSIM_VECTORS

struct dim3 {
    unsigned int x, y, z;

    constexpr dim3(unsigned int x_ = 1, unsigned int y_ = 1, unsigned int z_ = 1)
        : x(x_), y(y_), z(z_) {}
    constexpr dim3(uint3 v) : x(v.x), y(v.y), z(v.z) {}
    constexpr operator uint3() const { return {x, y, z}; }
};
