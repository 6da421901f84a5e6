// CUB's small types: a key with its value, a pair of exchangeable buffers, an empty type.
#pragma once

#include <cuda_runtime.h>

#include <cassert>
#include <cstdio>
#include <type_traits>

#define CUB_NAMESPACE_BEGIN namespace cub {
#define CUB_NAMESPACE_END }
#define CUB_RUNTIME_FUNCTION __host__ __device__
#define CUB_DETAIL_KERNEL_ATTRIBUTES __global__
#define CUB_STATIC_ASSERT(condition, message) static_assert(condition, #message)
#define CUB_LOG_WARP_THREADS(arch) 5
#define CUB_WARP_THREADS(arch) 32
#define CUB_PTX_LOG_WARP_THREADS 5
#define CUB_PTX_WARP_THREADS 32
#define CUB_MIN(a, b) (((b) < (a)) ? (b) : (a))
#define CUB_MAX(a, b) (((a) < (b)) ? (b) : (a))
#define CUB_QUOTIENT_FLOOR(x, y) ((x) / (y))
#define CUB_QUOTIENT_CEILING(x, y) (((x) + (y)-1) / (y))
#define CUB_ROUND_UP_NEAREST(x, y) (CUB_QUOTIENT_CEILING(x, y) * (y))
#define CUB_ROUND_DOWN_NEAREST(x, y) (((x) / (y)) * (y))

namespace cub {

// Compile-time numbers and types.
template <int N, int CURRENT = N, int COUNT = 0>
struct Log2 {
    enum { VALUE = Log2<N, (CURRENT >> 1), COUNT + 1>::VALUE };
};
template <int N, int COUNT>
struct Log2<N, 0, COUNT> {
    enum { VALUE = (1 << (COUNT - 1) < N) ? COUNT : COUNT - 1 };
};
template <int N>
struct PowerOfTwo {
    enum { VALUE = (N & (N - 1)) == 0 };
};
template <class A, class B>
struct Equals {
    enum { VALUE = std::is_same<A, B>::value, NEGATE = !VALUE };
};
template <bool CONDITION, class Then, class Else>
struct If {
    using Type = std::conditional_t<CONDITION, Then, Else>;
};
template <int N>
struct Int2Type {
    enum { VALUE = N };
};
template <class Numerator, class Denominator>
__host__ __device__ constexpr auto DivideAndRoundUp(Numerator n, Denominator d) {
    return (n + d - 1) / d;
}

// Uninitialised memory for a T, as a member of a union or in shared memory.
template <class T>
struct Uninitialized {
    alignas(T) char storage[sizeof(T)];

    __host__ __device__ T& Alias() { return reinterpret_cast<T&>(*this); }
};

struct NullType {
    template <class T>
    __host__ __device__ const NullType& operator=(const T&) const {
        return *this;
    }
    __host__ __device__ bool operator==(const NullType&) const { return true; }
    __host__ __device__ bool operator!=(const NullType&) const { return false; }
};

template <class K, class V>
struct KeyValuePair {
    using Key = K;
    using Value = V;

    K key;
    V value;

    __host__ __device__ KeyValuePair() {}
    __host__ __device__ KeyValuePair(const K& k, const V& v) : key(k), value(v) {}
    __host__ __device__ bool operator==(const KeyValuePair& other) const {
        return key == other.key && value == other.value;
    }
    __host__ __device__ bool operator!=(const KeyValuePair& other) const {
        return !(*this == other);
    }
};

template <class T>
struct DoubleBuffer {
    T* d_buffers[2];
    int selector = 0;

    __host__ __device__ DoubleBuffer() : d_buffers{nullptr, nullptr} {}
    __host__ __device__ DoubleBuffer(T* current, T* alternate) : d_buffers{current, alternate} {}
    __host__ __device__ T* Current() { return d_buffers[selector]; }
    __host__ __device__ T* Alternate() { return d_buffers[selector ^ 1]; }
};

}  // namespace cub
