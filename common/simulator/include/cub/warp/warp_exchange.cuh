// <cub/warp/warp_exchange.cuh> on the simulator: the items of a logical warp's lanes are stored in
// its scratch memory in one layout and read in another.
#pragma once

#include <cub/detail/direct.h>

#include <cub/warp/warp_reduce.cuh>

namespace cub {

enum WarpExchangeAlgorithm { WARP_EXCHANGE_SMEM, WARP_EXCHANGE_SHUFFLE };

template <class T, int ITEMS, int THREADS = 32, WarpExchangeAlgorithm = WARP_EXCHANGE_SMEM>
class WarpExchange {
    using Layout = detail::Layout;

  public:
    struct TempStorage {
        T items[THREADS * ITEMS];
    };

    __device__ WarpExchange(TempStorage& storage) : items_(storage.items) {}

    template <class In, class Out>
    __device__ void BlockedToStriped(const In (&in)[ITEMS], Out (&out)[ITEMS]) {
        exchange<Layout::blocked, Layout::striped>(in, out);
    }
    template <class In, class Out>
    __device__ void StripedToBlocked(const In (&in)[ITEMS], Out (&out)[ITEMS]) {
        exchange<Layout::striped, Layout::blocked>(in, out);
    }
    // Moves each item to the position given by its rank.
    template <class Rank>
    __device__ void ScatterToStriped(T (&items)[ITEMS], Rank (&ranks)[ITEMS]) {
        ScatterToStriped(items, items, ranks);
    }
    template <class In, class Out, class Rank>
    __device__ void ScatterToStriped(const In (&in)[ITEMS], Out (&out)[ITEMS],
                                     Rank (&ranks)[ITEMS]) {
        for (int i = 0; i < ITEMS; ++i) items_[ranks[i]] = in[i];
        fetch<Layout::striped>(out);
    }

  private:
    template <Layout FROM, Layout TO, class In, class Out>
    __device__ void exchange(const In (&in)[ITEMS], Out (&out)[ITEMS]) {
        for (int i = 0; i < ITEMS; ++i)
            items_[detail::place<FROM, ITEMS>(int(warp_.lane), i, THREADS)] = in[i];
        fetch<TO>(out);
    }
    template <Layout TO, class Out>
    __device__ void fetch(Out (&out)[ITEMS]) {
        __syncwarp(warp_.mask);
        detail::load<TO>(int(warp_.lane), THREADS, items_, out);
        __syncwarp(warp_.mask);
    }

    LogicalWarp<THREADS> warp_;
    T* items_;
};

}  // namespace cub
