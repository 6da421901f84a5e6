// <cub/thread/thread_search.cuh> on the simulator: one thread searches sorted items.
#pragma once

#include <cub/detail/common.h>

namespace cub {

// The first position whose item is not less than the value, and the first whose item is greater.
template <class In, class Offset, class T>
__device__ Offset LowerBound(In items, Offset n, T value) {
    Offset first = 0;
    while (n > 0) {
        const Offset half = n / 2;
        if (items[first + half] < value) {
            first += half + 1;
            n -= half + 1;
        } else {
            n = half;
        }
    }
    return first;
}
template <class In, class Offset, class T>
__device__ Offset UpperBound(In items, Offset n, T value) {
    Offset first = 0;
    while (n > 0) {
        const Offset half = n / 2;
        if (!(value < items[first + half])) {
            first += half + 1;
            n -= half + 1;
        } else {
            n = half;
        }
    }
    return first;
}

// The point where a merge path crosses the diagonal: how many elements of a and of b come before
// it.
template <class A, class B, class Offset, class Coordinate>
__host__ __device__ void MergePathSearch(Offset diagonal, A a, B b, Offset a_n, Offset b_n,
                                         Coordinate& path) {
    Offset low = diagonal > b_n ? diagonal - b_n : 0, high = diagonal < a_n ? diagonal : a_n;
    while (low < high) {
        const Offset middle = (low + high) / 2;
        if (a[middle] <= b[diagonal - middle - 1])
            low = middle + 1;
        else
            high = middle;
    }
    path.x = low;
    path.y = diagonal - low;
}

}  // namespace cub
