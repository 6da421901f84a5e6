// CUB's small types: a key with its value, a pair of buffers that change places, nothing at all.
#pragma once

#include <cuda_runtime.h>

#include <cassert>
#include <cstdio>

namespace cub {

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
