// <cub/warp/warp_merge_sort.cuh> on the simulator: the lanes of a logical warp store their items,
// its first lane computes the order, and each lane reads its items; stable.
#pragma once

#include <cub/detail/direct.h>
#include <thrust/detail/sorting.h>

#include <cub/warp/warp_reduce.cuh>

namespace cub {

template <class Key, int ITEMS, int THREADS = 32, class Value = NullType>
class WarpMergeSort {
    static constexpr int n = THREADS * ITEMS;

  public:
    struct TempStorage {
        Key keys[n];
        Value values[n];
        long order[2][n];
    };

    __device__ WarpMergeSort(TempStorage& storage) : storage_(storage) {}

    template <class Less>
    __device__ void Sort(Key (&keys)[ITEMS], Less less) {
        Value none[ITEMS];
        Sort(keys, none, less);
    }
    template <class Less>
    __device__ void Sort(Key (&keys)[ITEMS], Value (&values)[ITEMS], Less less) {
        const int lane = int(warp_.lane);
        detail::store<detail::Layout::blocked>(lane, THREADS, storage_.keys, keys);
        if constexpr (has_values)
            detail::store<detail::Layout::blocked>(lane, THREADS, storage_.values, values);
        __syncwarp(warp_.mask);
        if (lane == 0)
            ::thrust::detail::sort_positions(storage_.keys, n, less, storage_.order[0],
                                             storage_.order[1]);
        __syncwarp(warp_.mask);
        for (int i = 0; i < ITEMS; ++i) {
            const long from = storage_.order[0][lane * ITEMS + i];
            keys[i] = storage_.keys[from];
            if constexpr (has_values) values[i] = storage_.values[from];
        }
        __syncwarp(warp_.mask);
    }
    template <class... Arguments>
    __device__ void StableSort(Arguments&... arguments) {
        Sort(arguments...);
    }

  private:
    static constexpr bool has_values = !std::is_same_v<Value, NullType>;

    LogicalWarp<THREADS> warp_;
    TempStorage& storage_;
};

}  // namespace cub
