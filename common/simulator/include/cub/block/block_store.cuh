// <cub/block/block_store.cuh> on the simulator: every thread stores its items directly, neighbours
// in the thread, or (striped) in neighbouring threads.
#pragma once

#include <cub/detail/common.h>

namespace cub {

enum BlockStoreAlgorithm {
    BLOCK_STORE_DIRECT,
    BLOCK_STORE_STRIPED,
    BLOCK_STORE_VECTORIZE,
    BLOCK_STORE_TRANSPOSE,
    BLOCK_STORE_WARP_TRANSPOSE,
};

template <class T, int BLOCK_DIM_X, int ITEMS, BlockStoreAlgorithm ALGORITHM = BLOCK_STORE_DIRECT,
          int BLOCK_DIM_Y = 1, int BLOCK_DIM_Z = 1>
class BlockStore {
    static constexpr int threads = BLOCK_DIM_X * BLOCK_DIM_Y * BLOCK_DIM_Z;

  public:
    struct TempStorage {};

    __device__ BlockStore() = default;
    __device__ BlockStore(TempStorage&) {}

    template <class Iterator>
    __device__ void Store(Iterator to, T (&items)[ITEMS]) {
        for (int i = 0; i < ITEMS; ++i) to[place(i)] = items[i];
    }
    template <class Iterator>
    __device__ void Store(Iterator to, T (&items)[ITEMS], int valid) {
        for (int i = 0; i < ITEMS; ++i)
            if (place(i) < valid) to[place(i)] = items[i];
    }

  private:
    __device__ static int place(int i) {
        const int thread = RowMajorTid(BLOCK_DIM_X, BLOCK_DIM_Y, BLOCK_DIM_Z);
        return ALGORITHM == BLOCK_STORE_STRIPED ? i * threads + thread : thread * ITEMS + i;
    }
};

}  // namespace cub
