// <cub/thread/thread_reduce.cuh> on the simulator: the items that one thread holds.
#pragma once

#include <cub/detail/common.h>

namespace cub {

template <int LENGTH, class T, class Op, class Prefix>
__device__ Prefix ThreadReduce(const T* items, Op op, Prefix sum) {
    for (int i = 0; i < LENGTH; ++i) sum = op(sum, items[i]);
    return sum;
}
template <int LENGTH, class T, class Op>
__device__ T ThreadReduce(const T* items, Op op) {
    return ThreadReduce<LENGTH - 1>(items + 1, op, items[0]);
}
template <int LENGTH, class T, class Op, class Prefix>
__device__ Prefix ThreadReduce(const T (&items)[LENGTH], Op op, Prefix sum) {
    for (int i = 0; i < LENGTH; ++i) sum = op(sum, items[i]);
    return sum;
}
template <int LENGTH, class T, class Op>
__device__ T ThreadReduce(const T (&items)[LENGTH], Op op) {
    T sum = items[0];
    for (int i = 1; i < LENGTH; ++i) sum = op(sum, items[i]);
    return sum;
}

}  // namespace cub
