// Kernels in a header, launched through macros by main.cu.
#pragma once
#include <cstdint>

#define FOR_EACH_INDEX(i, n) \
    for (std::size_t i = blockIdx.x * blockDim.x + threadIdx.x; i < (n); i += gridDim.x * blockDim.x)
#define DEFINE_BINARY(name, op)                                                            \
    template <typename T>                                                                  \
    __global__ void name(T* out, const T* __restrict__ a, const T* __restrict__ b, int n) { \
        FOR_EACH_INDEX(i, n) out[i] = a[i] op b[i];                                        \
    }
DEFINE_BINARY(add, +)
DEFINE_BINARY(multiply, *)

template <typename T>
struct Axpy {
    T factor;
    __host__ __device__ __forceinline__ T operator()(T x, T y) const;
};
template <typename T>
__host__ __device__ T Axpy<T>::operator()(T x, T y) const {
    return factor * x + y;
}

template <typename T, class Operation>
inline __global__ void combine(Operation operation, T* out, const T* a, const T* b, int n) {
    FOR_EACH_INDEX(i, n) { out[i] = operation(a[i], b[i]); }
}
