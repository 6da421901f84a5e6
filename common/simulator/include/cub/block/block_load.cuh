// <cub/block/block_load.cuh> on the simulator: every thread loads its items directly. Neighbouring
// items belong to the same thread, or (striped) to neighbouring threads.
#pragma once

#include <cub/detail/direct.h>

namespace cub {

enum BlockLoadAlgorithm {
    BLOCK_LOAD_DIRECT,
    BLOCK_LOAD_STRIPED,
    BLOCK_LOAD_VECTORIZE,
    BLOCK_LOAD_TRANSPOSE,
    BLOCK_LOAD_WARP_TRANSPOSE,
    BLOCK_LOAD_WARP_TRANSPOSE_TIMESLICED,
};

template <class T, int BLOCK_DIM_X, int ITEMS, BlockLoadAlgorithm ALGORITHM = BLOCK_LOAD_DIRECT,
          int BLOCK_DIM_Y = 1, int BLOCK_DIM_Z = 1>
class BlockLoad {
    static constexpr int threads = BLOCK_DIM_X * BLOCK_DIM_Y * BLOCK_DIM_Z;

  public:
    struct TempStorage {};

    __device__ BlockLoad() = default;
    __device__ BlockLoad(TempStorage&) {}

    // Loads only the first `valid` items, if that is given; the others get the default.
    template <class Iterator, class... Guard>
    __device__ void Load(Iterator from, T (&items)[ITEMS], Guard... guard) {
        const int thread = RowMajorTid(BLOCK_DIM_X, BLOCK_DIM_Y, BLOCK_DIM_Z);
        constexpr detail::Layout layout =
            ALGORITHM == BLOCK_LOAD_STRIPED ? detail::Layout::striped : detail::Layout::blocked;
        detail::load<layout>(thread, threads, from, items, guard...);
    }
};

}  // namespace cub
