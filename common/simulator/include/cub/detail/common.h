// Shared by the parts of CUB: operators, and the rank of a thread in its block.
#pragma once

#include <cub/detail/types.h>
#include <cuda_runtime.h>

namespace cub {

#define CUSIM_OPERATOR(name, result, value)                                   \
    struct name {                                                             \
        template <class T>                                                    \
        __host__ __device__ result operator()(const T& a, const T& b) const { \
            return value;                                                     \
        }                                                                     \
    };
CUSIM_OPERATOR(Sum, T, a + b)
CUSIM_OPERATOR(Difference, T, a - b)
CUSIM_OPERATOR(Max, T, a < b ? b : a)
CUSIM_OPERATOR(Min, T, b < a ? b : a)
CUSIM_OPERATOR(Equality, bool, a == b)
CUSIM_OPERATOR(Inequality, bool, a != b)
#undef CUSIM_OPERATOR

template <class Same>
struct InequalityWrapper {
    Same same;

    __host__ __device__ InequalityWrapper(Same same) : same(same) {}
    template <class T>
    __host__ __device__ bool operator()(const T& a, const T& b) {
        return !same(a, b);
    }
};

// For pairs of an index and a value: the better value; the lower index if both are equal.
struct ArgMax {
    template <class T, class Index>
    __host__ __device__ KeyValuePair<Index, T> operator()(const KeyValuePair<Index, T>& a,
                                                          const KeyValuePair<Index, T>& b) const {
        return a.value < b.value || (a.value == b.value && b.key < a.key) ? b : a;
    }
};
struct ArgMin {
    template <class T, class Index>
    __host__ __device__ KeyValuePair<Index, T> operator()(const KeyValuePair<Index, T>& a,
                                                          const KeyValuePair<Index, T>& b) const {
        return b.value < a.value || (a.value == b.value && b.key < a.key) ? b : a;
    }
};

template <class T>
struct CastOp {
    template <class Other>
    __host__ __device__ T operator()(const Other& x) const {
        return T(x);
    }
};

__device__ inline int RowMajorTid(int x, int y, int) {
    return (int(threadIdx.z) * y + int(threadIdx.y)) * x + int(threadIdx.x);
}
// In the block's order of threads.
__device__ inline unsigned int LaneId() {
    return (unsigned int)RowMajorTid(blockDim.x, blockDim.y, blockDim.z) % 32;
}
__device__ inline unsigned int WarpId() {
    return (unsigned int)RowMajorTid(blockDim.x, blockDim.y, blockDim.z) / 32;
}

}  // namespace cub
