// <cub/warp/warp_store.cuh> on the simulator: every lane stores its items directly. Neighbouring
// items belong to the same lane, or (striped) to neighbouring lanes.
#pragma once

#include <cub/detail/direct.h>

#include <cub/warp/warp_reduce.cuh>

namespace cub {

enum WarpStoreAlgorithm {
    WARP_STORE_DIRECT,
    WARP_STORE_STRIPED,
    WARP_STORE_VECTORIZE,
    WARP_STORE_TRANSPOSE,
};

template <class T, int ITEMS, WarpStoreAlgorithm ALGORITHM = WARP_STORE_DIRECT, int THREADS = 32>
class WarpStore {
  public:
    struct TempStorage {};

    __device__ WarpStore() = default;
    __device__ WarpStore(TempStorage&) {}

    // Stores only the first `valid` items, if that is given.
    template <class Iterator, class... Guard>
    __device__ void Store(Iterator to, T (&items)[ITEMS], Guard... guard) {
        constexpr detail::Layout layout =
            ALGORITHM == WARP_STORE_STRIPED ? detail::Layout::striped : detail::Layout::blocked;
        detail::store<layout>(int(LogicalWarp<THREADS>().lane), THREADS, to, items, guard...);
    }
};

}  // namespace cub
