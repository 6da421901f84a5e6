// <cub/block/block_exchange.cuh> on the simulator: items are stored in the scratch memory in one
// layout and read in another. As with CUB, a barrier must come before that memory is used again.
#pragma once

#include <cub/detail/direct.h>

namespace cub {

template <class T, int BLOCK_DIM_X, int ITEMS, bool WARP_TIME_SLICING = false, int BLOCK_DIM_Y = 1,
          int BLOCK_DIM_Z = 1>
class BlockExchange {
    static constexpr int threads = BLOCK_DIM_X * BLOCK_DIM_Y * BLOCK_DIM_Z;
    using Layout = detail::Layout;

  public:
    struct TempStorage {
        T items[threads * ITEMS];
    };

    __device__ BlockExchange(TempStorage& storage)
        : items_(storage.items), thread_(RowMajorTid(BLOCK_DIM_X, BLOCK_DIM_Y, BLOCK_DIM_Z)) {}

#define CUSIM_EXCHANGE(name, from, to)                            \
    template <class Out>                                          \
    __device__ void name(const T(&in)[ITEMS], Out(&out)[ITEMS]) { \
        exchange<Layout::from, Layout::to>(in, out);              \
    }                                                             \
    __device__ void name(T(&items)[ITEMS]) {                      \
        name(items, items);                                       \
    }
    CUSIM_EXCHANGE(StripedToBlocked, striped, blocked)
    CUSIM_EXCHANGE(BlockedToStriped, blocked, striped)
    CUSIM_EXCHANGE(WarpStripedToBlocked, warp_striped, blocked)
    CUSIM_EXCHANGE(BlockedToWarpStriped, blocked, warp_striped)
#undef CUSIM_EXCHANGE

    // Moves each item to the position given by its rank.
    template <class Out, class Rank>
    __device__ void ScatterToBlocked(const T (&in)[ITEMS], Out (&out)[ITEMS],
                                     Rank (&ranks)[ITEMS]) {
        scatter<Layout::blocked>(in, out, ranks, [](int) { return true; });
    }
    template <class Out, class Rank>
    __device__ void ScatterToStriped(const T (&in)[ITEMS], Out (&out)[ITEMS],
                                     Rank (&ranks)[ITEMS]) {
        scatter<Layout::striped>(in, out, ranks, [](int) { return true; });
    }
    template <class Out, class Rank>
    __device__ void ScatterToStripedGuarded(const T (&in)[ITEMS], Out (&out)[ITEMS],
                                            Rank (&ranks)[ITEMS]) {
        scatter<Layout::striped>(in, out, ranks, [&](int i) { return ranks[i] >= 0; });
    }
    template <class Out, class Rank, class Flag>
    __device__ void ScatterToStripedFlagged(const T (&in)[ITEMS], Out (&out)[ITEMS],
                                            Rank (&ranks)[ITEMS], Flag (&valid)[ITEMS]) {
        scatter<Layout::striped>(in, out, ranks, [&](int i) { return bool(valid[i]); });
    }

  private:
    template <Layout FROM, Layout TO, class Out>
    __device__ void exchange(const T (&in)[ITEMS], Out (&out)[ITEMS]) {
        for (int i = 0; i < ITEMS; ++i)
            items_[detail::place<FROM, ITEMS>(thread_, i, threads)] = in[i];
        __syncthreads();
        detail::load<TO>(thread_, threads, items_, out);
    }
    template <Layout TO, class Out, class Rank, class Takes>
    __device__ void scatter(const T (&in)[ITEMS], Out (&out)[ITEMS], Rank (&ranks)[ITEMS],
                            Takes takes) {
        for (int i = 0; i < ITEMS; ++i)
            if (takes(i)) items_[ranks[i]] = in[i];
        __syncthreads();
        detail::load<TO>(thread_, threads, items_, out);
    }

    T* items_;
    int thread_;
};

}  // namespace cub
