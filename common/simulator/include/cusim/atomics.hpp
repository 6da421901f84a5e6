// CUDA's atomic functions, with relaxed order and block, device (the plain names) or system scope.
//
// Each is two calls: one executes the operation, and the other returns the old value. The second is
// declared pure, so the compiler removes it if the value is not used. Whether it is called tells
// the runtime an atom from a red, which the hardware and its counters distinguish.
#pragma once

#include "cusim/bits.hpp"
#include "cusim/vector_types.hpp"

namespace cusim::detail {

[[gnu::pure, gnu::nothrow]] Bits atomic_result();

template <class T>
[[gnu::always_inline]] inline T atomic_result_as() {
    const Bits bits = atomic_result();
    T value;
    __builtin_memcpy(&value, &bits, sizeof value);
    return value;
}

}  // namespace cusim::detail

#define CUSIM_ATOMIC(T, name, parameters, arguments)   \
    namespace cusim::detail {                          \
    void name parameters;                              \
    }                                                  \
    [[gnu::always_inline]] inline T name parameters {  \
        ::cusim::detail::name arguments;               \
        return ::cusim::detail::atomic_result_as<T>(); \
    }
#define CUSIM_SCOPES(T, name, parameters, arguments)     \
    CUSIM_ATOMIC(T, name, parameters, arguments)         \
    CUSIM_ATOMIC(T, name##_block, parameters, arguments) \
    CUSIM_ATOMIC(T, name##_system, parameters, arguments)
#define CUSIM_UPDATE(T, name) CUSIM_SCOPES(T, name, (T * address, T value), (address, value))
#define CUSIM_COMPARE(T, name) \
    CUSIM_SCOPES(T, name, (T * address, T compare, T value), (address, compare, value))

#define CUSIM_32(name)      \
    CUSIM_UPDATE(int, name) \
    CUSIM_UPDATE(unsigned int, name)
#define CUSIM_64(name) CUSIM_UPDATE(unsigned long long, name)
#define CUSIM_SIGNED_64(name) CUSIM_UPDATE(long long, name)

CUSIM_32(atomicAdd)
CUSIM_64(atomicAdd)
CUSIM_UPDATE(float, atomicAdd)
CUSIM_UPDATE(double, atomicAdd)
CUSIM_32(atomicSub)
CUSIM_32(atomicExch)
CUSIM_64(atomicExch)
CUSIM_UPDATE(float, atomicExch)
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
CUSIM_UPDATE(unsigned int, atomicInc)
CUSIM_UPDATE(unsigned int, atomicDec)
CUSIM_COMPARE(int, atomicCAS)
CUSIM_COMPARE(unsigned int, atomicCAS)
CUSIM_COMPARE(unsigned short, atomicCAS)
CUSIM_COMPARE(unsigned long long, atomicCAS)

#undef CUSIM_32
#undef CUSIM_64
#undef CUSIM_SIGNED_64
#undef CUSIM_COMPARE
#undef CUSIM_UPDATE
#undef CUSIM_SCOPES
#undef CUSIM_ATOMIC

// Each element is added atomically, but not the vector as a whole.
[[gnu::always_inline]] inline float2 atomicAdd(float2* address, float2 value) {
    const float x = atomicAdd(&address->x, value.x);
    return {x, atomicAdd(&address->y, value.y)};
}
[[gnu::always_inline]] inline float4 atomicAdd(float4* address, float4 value) {
    const float x = atomicAdd(&address->x, value.x);
    const float y = atomicAdd(&address->y, value.y);
    const float z = atomicAdd(&address->z, value.z);
    return {x, y, z, atomicAdd(&address->w, value.w)};
}
