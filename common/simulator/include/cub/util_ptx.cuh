// <cub/util_ptx.cuh> on the simulator: shuffles of any type, word by word; see cub/detail/common.h.
#pragma once

#include <cub/detail/common.h>
#include <string.h>

namespace cub {

// The lanes of the logical warp `warp_id`.
template <int LOGICAL_WARP_THREADS>
__host__ __device__ inline unsigned int WarpMask(unsigned int warp_id) {
    if (LOGICAL_WARP_THREADS == 32) return 0xffffffffu;
    return ((1u << LOGICAL_WARP_THREADS % 32) - 1) << warp_id * LOGICAL_WARP_THREADS;
}

namespace detail {

// A lane's value, moved by `shuffle`, which moves a word.
template <class T, class Shuffle>
__device__ T shuffled(const T& input, Shuffle shuffle) {
    unsigned int words[(sizeof(T) + 3) / 4] = {};
    memcpy(words, &input, sizeof(T));
    for (unsigned int& word : words) word = shuffle(word);
    T output;
    memcpy(&output, words, sizeof(T));
    return output;
}

}  // namespace detail

// A lane whose source lies before `first_thread` or behind `last_thread` of its logical warp keeps
// its own value.
template <int LOGICAL_WARP_THREADS, class T>
__device__ T ShuffleUp(T input, int src_offset, int first_thread, unsigned int member_mask) {
    const int lane = int(LaneId() % LOGICAL_WARP_THREADS);
    return detail::shuffled(input, [=](unsigned int word) {
        const unsigned int up = __shfl_up_sync(member_mask, word, src_offset, LOGICAL_WARP_THREADS);
        return lane - src_offset < first_thread ? word : up;
    });
}
template <int LOGICAL_WARP_THREADS, class T>
__device__ T ShuffleDown(T input, int src_offset, int last_thread, unsigned int member_mask) {
    const int lane = int(LaneId() % LOGICAL_WARP_THREADS);
    return detail::shuffled(input, [=](unsigned int word) {
        const unsigned int down =
            __shfl_down_sync(member_mask, word, src_offset, LOGICAL_WARP_THREADS);
        return lane + src_offset > last_thread ? word : down;
    });
}
template <int LOGICAL_WARP_THREADS, class T>
__device__ T ShuffleIndex(T input, int src_lane, unsigned int member_mask) {
    return detail::shuffled(input, [=](unsigned int word) {
        return __shfl_sync(member_mask, word, src_lane, LOGICAL_WARP_THREADS);
    });
}

}  // namespace cub
