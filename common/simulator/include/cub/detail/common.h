// What the parts of CUB share: operators, and the rank of a thread in its block.
#pragma once

#include <cuda_runtime.h>

namespace cub {

struct Sum {
    template <class T>
    __host__ __device__ T operator()(const T& a, const T& b) const {
        return a + b;
    }
};
struct Max {
    template <class T>
    __host__ __device__ T operator()(const T& a, const T& b) const {
        return a < b ? b : a;
    }
};
struct Min {
    template <class T>
    __host__ __device__ T operator()(const T& a, const T& b) const {
        return b < a ? b : a;
    }
};

__device__ inline int RowMajorTid(int x, int y, int) {
    return (int(threadIdx.z) * y + int(threadIdx.y)) * x + int(threadIdx.x);
}

}  // namespace cub
