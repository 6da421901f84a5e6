// CUDA's atomic functions: relaxed order, at block, device (the plain names) or system scope.
#pragma once

#define CUSIM_SCOPES(T, name, ...)           \
    T name(T* address, __VA_ARGS__);         \
    T name##_block(T* address, __VA_ARGS__); \
    T name##_system(T* address, __VA_ARGS__);

#define CUSIM_32(name)                 \
    CUSIM_SCOPES(int, name, int value) \
    CUSIM_SCOPES(unsigned int, name, unsigned int value)
#define CUSIM_64(name) CUSIM_SCOPES(unsigned long long, name, unsigned long long value)
#define CUSIM_SIGNED_64(name) CUSIM_SCOPES(long long, name, long long value)

CUSIM_32(atomicAdd)
CUSIM_64(atomicAdd)
CUSIM_SCOPES(float, atomicAdd, float value)
CUSIM_SCOPES(double, atomicAdd, double value)
CUSIM_32(atomicSub)
CUSIM_32(atomicExch)
CUSIM_64(atomicExch)
CUSIM_SCOPES(float, atomicExch, float value)
CUSIM_32(atomicMin)
CUSIM_64(atomicMin)
CUSIM_SIGNED_64(atomicMin)
CUSIM_32(atomicMax)
CUSIM_64(atomicMax)
CUSIM_SIGNED_64(atomicMax)
CUSIM_32(atomicAnd)
CUSIM_64(atomicAnd)
CUSIM_32(atomicOr)
CUSIM_64(atomicOr)
CUSIM_32(atomicXor)
CUSIM_64(atomicXor)
CUSIM_SCOPES(unsigned int, atomicInc, unsigned int limit)
CUSIM_SCOPES(unsigned int, atomicDec, unsigned int limit)
CUSIM_SCOPES(int, atomicCAS, int compare, int value)
CUSIM_SCOPES(unsigned int, atomicCAS, unsigned int compare, unsigned int value)
CUSIM_SCOPES(unsigned short, atomicCAS, unsigned short compare, unsigned short value)
CUSIM_SCOPES(unsigned long long, atomicCAS, unsigned long long compare, unsigned long long value)

#undef CUSIM_32
#undef CUSIM_64
#undef CUSIM_SIGNED_64
#undef CUSIM_SCOPES
