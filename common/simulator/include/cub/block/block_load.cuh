// <cub/block/block_load.cuh> on the simulator: every thread loads its items directly, neighbours in
// the thread, or (striped) in neighbouring threads.
#pragma once

#include <cub/detail/common.h>

namespace cub {

enum BlockLoadAlgorithm {
    BLOCK_LOAD_DIRECT,
    BLOCK_LOAD_STRIPED,
    BLOCK_LOAD_VECTORIZE,
    BLOCK_LOAD_TRANSPOSE,
    BLOCK_LOAD_WARP_TRANSPOSE,
};

template <class T, int BLOCK_DIM_X, int ITEMS, BlockLoadAlgorithm ALGORITHM = BLOCK_LOAD_DIRECT,
          int BLOCK_DIM_Y = 1, int BLOCK_DIM_Z = 1>
class BlockLoad {
    static constexpr int threads = BLOCK_DIM_X * BLOCK_DIM_Y * BLOCK_DIM_Z;

  public:
    struct TempStorage {};

    __device__ BlockLoad() = default;
    __device__ BlockLoad(TempStorage&) {}

    template <class Iterator>
    __device__ void Load(Iterator from, T (&items)[ITEMS]) {
        for (int i = 0; i < ITEMS; ++i) items[i] = from[place(i)];
    }
    template <class Iterator>
    __device__ void Load(Iterator from, T (&items)[ITEMS], int valid) {
        for (int i = 0; i < ITEMS; ++i)
            if (place(i) < valid) items[i] = from[place(i)];
    }
    template <class Iterator>
    __device__ void Load(Iterator from, T (&items)[ITEMS], int valid, T otherwise) {
        for (int i = 0; i < ITEMS; ++i) items[i] = place(i) < valid ? T(from[place(i)]) : otherwise;
    }

  private:
    __device__ static int place(int i) {
        const int thread = RowMajorTid(BLOCK_DIM_X, BLOCK_DIM_Y, BLOCK_DIM_Z);
        return ALGORITHM == BLOCK_LOAD_STRIPED ? i * threads + thread : thread * ITEMS + i;
    }
};

}  // namespace cub
