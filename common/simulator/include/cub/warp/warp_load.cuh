// <cub/warp/warp_load.cuh> on the simulator: every lane loads its items directly. Neighbouring
// items belong to the same lane, or (striped) to neighbouring lanes.
#pragma once

#include <cub/detail/direct.h>

#include <cub/warp/warp_reduce.cuh>

namespace cub {

enum WarpLoadAlgorithm {
    WARP_LOAD_DIRECT,
    WARP_LOAD_STRIPED,
    WARP_LOAD_VECTORIZE,
    WARP_LOAD_TRANSPOSE,
};

template <class T, int ITEMS, WarpLoadAlgorithm ALGORITHM = WARP_LOAD_DIRECT, int THREADS = 32>
class WarpLoad {
  public:
    struct TempStorage {};

    __device__ WarpLoad() = default;
    __device__ WarpLoad(TempStorage&) {}

    // Loads only the first `valid` items, if that is given; the others get the default.
    template <class Iterator, class... Guard>
    __device__ void Load(Iterator from, T (&items)[ITEMS], Guard... guard) {
        constexpr detail::Layout layout =
            ALGORITHM == WARP_LOAD_STRIPED ? detail::Layout::striped : detail::Layout::blocked;
        detail::load<layout>(int(LogicalWarp<THREADS>().lane), THREADS, from, items, guard...);
    }
};

}  // namespace cub
