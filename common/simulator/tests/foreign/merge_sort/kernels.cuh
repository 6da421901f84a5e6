// Device code shared by the .cu files: ranks by binary search.
#pragma once

#define W (sizeof(uint) * 8)
#define TILE 64U

template <uint sortDir>
static inline __device__ uint binarySearchInclusive(uint val, uint *data, uint L, uint stride) {
    if (L == 0) return 0;
    uint pos = 0;
    for (; stride > 0; stride >>= 1) {
        uint newPos = umin(pos + stride, L);
        if ((sortDir && (data[newPos - 1] <= val)) || (!sortDir && (data[newPos - 1] >= val))) pos = newPos;
    }
    return pos;
}
template <uint sortDir>
static inline __device__ uint binarySearchExclusive(uint val, uint *data, uint L, uint stride) {
    if (L == 0) return 0;
    uint pos = 0;
    for (; stride > 0; stride >>= 1) {
        uint newPos = umin(pos + stride, L);
        if ((sortDir && (data[newPos - 1] < val)) || (!sortDir && (data[newPos - 1] > val))) pos = newPos;
    }
    return pos;
}
extern __constant__ uint c_direction_note;
