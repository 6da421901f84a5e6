// <cub/block/block_discontinuity.cuh> on the simulator: which items differ from the one before
// them, or after them. Threads exchange their first and last items in the scratch memory; as with
// CUB, a barrier must come before it is used again.
#pragma once

#include <cub/detail/common.h>

namespace cub {

template <class T, int BLOCK_DIM_X, int BLOCK_DIM_Y = 1, int BLOCK_DIM_Z = 1>
class BlockDiscontinuity {
    static constexpr int threads = BLOCK_DIM_X * BLOCK_DIM_Y * BLOCK_DIM_Z;

  public:
    struct TempStorage {
        T first[threads], last[threads];
    };

    __device__ BlockDiscontinuity(TempStorage& storage)
        : storage_(storage), thread_(RowMajorTid(BLOCK_DIM_X, BLOCK_DIM_Y, BLOCK_DIM_Z)) {}

    // The block's first item is a head, unless its predecessor is given and equal.
    template <int ITEMS, class Flag, class Op>
    __device__ void FlagHeads(Flag (&heads)[ITEMS], T (&items)[ITEMS], Op differ) {
        show(items);
        heads[0] = thread_ == 0 ? Flag(1) : Flag(differ(storage_.last[thread_ - 1], items[0]));
        for (int i = 1; i < ITEMS; ++i) heads[i] = Flag(differ(items[i - 1], items[i]));
    }
    template <int ITEMS, class Flag, class Op>
    __device__ void FlagHeads(Flag (&heads)[ITEMS], T (&items)[ITEMS], Op differ, T before) {
        FlagHeads(heads, items, differ);
        if (thread_ == 0) heads[0] = Flag(differ(before, items[0]));
    }
    template <int ITEMS, class Flag, class Op>
    __device__ void FlagTails(Flag (&tails)[ITEMS], T (&items)[ITEMS], Op differ) {
        show(items);
        const bool is_last = thread_ == threads - 1;
        for (int i = 0; i < ITEMS - 1; ++i) tails[i] = Flag(differ(items[i], items[i + 1]));
        tails[ITEMS - 1] =
            is_last ? Flag(1) : Flag(differ(items[ITEMS - 1], storage_.first[thread_ + 1]));
    }
    template <int ITEMS, class Flag, class Op>
    __device__ void FlagTails(Flag (&tails)[ITEMS], T (&items)[ITEMS], Op differ, T behind) {
        FlagTails(tails, items, differ);
        if (thread_ == threads - 1) tails[ITEMS - 1] = Flag(differ(items[ITEMS - 1], behind));
    }

  private:
    template <int ITEMS>
    __device__ void show(T (&items)[ITEMS]) {
        storage_.first[thread_] = items[0];
        storage_.last[thread_] = items[ITEMS - 1];
        __syncthreads();
    }

    TempStorage& storage_;
    int thread_;
};

}  // namespace cub
