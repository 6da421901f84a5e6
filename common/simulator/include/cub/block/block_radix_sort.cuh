// <cub/block/block_radix_sort.cuh> on the simulator: see cub/detail/block_sort.h.
#pragma once

#include <cub/detail/block_sort.h>
#include <cub/detail/radix.h>

namespace cub {

template <class Key, int BLOCK_DIM_X, int ITEMS, class Value = NullType, int RADIX_BITS = 4,
          bool MEMOIZE = true, int SCAN = 0, int BANKS = 0, int BLOCK_DIM_Y = 1,
          int BLOCK_DIM_Z = 1>
class BlockRadixSort {
    using Sorter = detail::BlockSort<Key, BLOCK_DIM_X * BLOCK_DIM_Y * BLOCK_DIM_Z, ITEMS, Value>;
    using Layout = detail::Layout;
    static constexpr int all = int(sizeof(Key)) * 8;

  public:
    using TempStorage = typename Sorter::TempStorage;

    __device__ BlockRadixSort(TempStorage& storage)
        : sorter_(storage, RowMajorTid(BLOCK_DIM_X, BLOCK_DIM_Y, BLOCK_DIM_Z)) {}

#define CUSIM_BLOCK_SORT(name, layout, descending)                                    \
    __device__ void name(Key(&keys)[ITEMS], int begin_bit = 0, int end_bit = all) {   \
        Value none[ITEMS];                                                            \
        name(keys, none, begin_bit, end_bit);                                         \
    }                                                                                 \
    __device__ void name(Key(&keys)[ITEMS], Value(&values)[ITEMS], int begin_bit = 0, \
                         int end_bit = all) {                                         \
        sorter_.template sort<Layout::layout>(                                        \
            keys, values, detail::BitsInOrder<Key>{begin_bit, end_bit, descending});  \
    }
    CUSIM_BLOCK_SORT(Sort, blocked, false)
    CUSIM_BLOCK_SORT(SortDescending, blocked, true)
    CUSIM_BLOCK_SORT(SortBlockedToStriped, striped, false)
    CUSIM_BLOCK_SORT(SortDescendingBlockedToStriped, striped, true)
#undef CUSIM_BLOCK_SORT

  private:
    Sorter sorter_;
};

}  // namespace cub
