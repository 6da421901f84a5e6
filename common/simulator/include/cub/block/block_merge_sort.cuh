// <cub/block/block_merge_sort.cuh> on the simulator: see cub/detail/block_sort.h.
#pragma once

#include <cub/detail/block_sort.h>

namespace cub {

template <class Key, int BLOCK_DIM_X, int ITEMS, class Value = NullType, int BLOCK_DIM_Y = 1,
          int BLOCK_DIM_Z = 1>
class BlockMergeSort {
    using Sorter = detail::BlockSort<Key, BLOCK_DIM_X * BLOCK_DIM_Y * BLOCK_DIM_Z, ITEMS, Value>;

  public:
    using TempStorage = typename Sorter::TempStorage;

    __device__ BlockMergeSort(TempStorage& storage)
        : sorter_(storage, RowMajorTid(BLOCK_DIM_X, BLOCK_DIM_Y, BLOCK_DIM_Z)) {}

    template <class Less>
    __device__ void Sort(Key (&keys)[ITEMS], Less less) {
        Value none[ITEMS];
        Sort(keys, none, less);
    }
    template <class Less>
    __device__ void Sort(Key (&keys)[ITEMS], Value (&values)[ITEMS], Less less) {
        sorter_.template sort<detail::Layout::blocked>(keys, values, less);
    }
    template <class... Arguments>
    __device__ void StableSort(Arguments&... arguments) {
        Sort(arguments...);
    }

  private:
    Sorter sorter_;
};

}  // namespace cub
