// Sorting within a block: the threads store their items, the first thread computes the order, and
// each thread reads its items. As with CUB, a barrier must come before the scratch memory is used
// again.
#pragma once

#include <cub/detail/direct.h>
#include <thrust/detail/sorting.h>

namespace cub::detail {

template <class Key, int THREADS, int ITEMS, class Value>
class BlockSort {
    static constexpr int n = THREADS * ITEMS;

  public:
    struct TempStorage {
        Key keys[n];
        Value values[n];
        long order[2][n];
    };

    __device__ BlockSort(TempStorage& storage, int thread) : storage_(storage), thread_(thread) {}

    template <Layout TO, class Before>
    __device__ void sort(Key (&keys)[ITEMS], Value (&values)[ITEMS], Before before) {
        store<Layout::blocked>(thread_, THREADS, storage_.keys, keys);
        if constexpr (has_values) store<Layout::blocked>(thread_, THREADS, storage_.values, values);
        __syncthreads();
        if (thread_ == 0)
            ::thrust::detail::sort_positions(storage_.keys, n, before, storage_.order[0],
                                             storage_.order[1]);
        __syncthreads();
        for (int i = 0; i < ITEMS; ++i) {
            const long from = storage_.order[0][place<TO, ITEMS>(thread_, i, THREADS)];
            keys[i] = storage_.keys[from];
            if constexpr (has_values) values[i] = storage_.values[from];
        }
    }

  private:
    static constexpr bool has_values = !std::is_same_v<Value, NullType>;

    TempStorage& storage_;
    int thread_;
};

}  // namespace cub::detail
