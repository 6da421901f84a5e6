// <cub/block/block_store.cuh> on the simulator: every thread stores its items directly.
// Neighbouring items belong to the same thread, or (striped) to neighbouring threads.
#pragma once

#include <cub/detail/direct.h>

namespace cub {

enum BlockStoreAlgorithm {
    BLOCK_STORE_DIRECT,
    BLOCK_STORE_STRIPED,
    BLOCK_STORE_VECTORIZE,
    BLOCK_STORE_TRANSPOSE,
    BLOCK_STORE_WARP_TRANSPOSE,
    BLOCK_STORE_WARP_TRANSPOSE_TIMESLICED,
};

template <class T, int BLOCK_DIM_X, int ITEMS, BlockStoreAlgorithm ALGORITHM = BLOCK_STORE_DIRECT,
          int BLOCK_DIM_Y = 1, int BLOCK_DIM_Z = 1>
class BlockStore {
    static constexpr int threads = BLOCK_DIM_X * BLOCK_DIM_Y * BLOCK_DIM_Z;

  public:
    struct TempStorage {};

    __device__ BlockStore() = default;
    __device__ BlockStore(TempStorage&) {}

    // Stores only the first `valid` items, if that is given.
    template <class Iterator, class... Guard>
    __device__ void Store(Iterator to, T (&items)[ITEMS], Guard... guard) {
        const int thread = RowMajorTid(BLOCK_DIM_X, BLOCK_DIM_Y, BLOCK_DIM_Z);
        constexpr detail::Layout layout =
            ALGORITHM == BLOCK_STORE_STRIPED ? detail::Layout::striped : detail::Layout::blocked;
        detail::store<layout>(thread, threads, to, items, guard...);
    }
};

}  // namespace cub
