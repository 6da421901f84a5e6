// CUB's loads and stores of a thread's items without a collective: blocked (neighbours in the
// thread), striped (neighbours in neighbouring threads), or striped within each warp.
#pragma once

#include <cub/detail/common.h>

namespace cub {

namespace detail {

enum class Layout { blocked, striped, warp_striped };

// The position of the thread's item i.
template <Layout LAYOUT, int ITEMS>
__device__ constexpr int place(int thread, int i, int threads) {
    if (LAYOUT == Layout::blocked) return thread * ITEMS + i;
    if (LAYOUT == Layout::striped) return i * threads + thread;
    return thread / 32 * 32 * ITEMS + i * 32 + thread % 32;
}

template <Layout LAYOUT, class T, int ITEMS, class Iterator>
__device__ void load(int thread, int threads, Iterator from, T (&items)[ITEMS]) {
    for (int i = 0; i < ITEMS; ++i) items[i] = from[place<LAYOUT, ITEMS>(thread, i, threads)];
}
template <Layout LAYOUT, class T, int ITEMS, class Iterator>
__device__ void load(int thread, int threads, Iterator from, T (&items)[ITEMS], int valid) {
    for (int i = 0; i < ITEMS; ++i) {
        const int at = place<LAYOUT, ITEMS>(thread, i, threads);
        if (at < valid) items[i] = from[at];
    }
}
template <Layout LAYOUT, class T, int ITEMS, class Iterator, class Default>
__device__ void load(int thread, int threads, Iterator from, T (&items)[ITEMS], int valid,
                     Default otherwise) {
    for (int i = 0; i < ITEMS; ++i) items[i] = T(otherwise);
    load<LAYOUT>(thread, threads, from, items, valid);
}
template <Layout LAYOUT, class T, int ITEMS, class Iterator>
__device__ void store(int thread, int threads, Iterator to, T (&items)[ITEMS]) {
    for (int i = 0; i < ITEMS; ++i) to[place<LAYOUT, ITEMS>(thread, i, threads)] = items[i];
}
template <Layout LAYOUT, class T, int ITEMS, class Iterator>
__device__ void store(int thread, int threads, Iterator to, T (&items)[ITEMS], int valid) {
    for (int i = 0; i < ITEMS; ++i) {
        const int at = place<LAYOUT, ITEMS>(thread, i, threads);
        if (at < valid) to[at] = items[i];
    }
}

}  // namespace detail

// With the number of valid items, and, for a load, a value for the others.
#define CUSIM_DIRECT(name, function, layout)                                         \
    template <class T, int ITEMS, class Iterator, class... Guard>                    \
    __device__ void name##Blocked##layout(int thread, Iterator at, T(&items)[ITEMS], \
                                          Guard... guard) {                          \
        detail::function<detail::Layout::blocked>(thread, 0, at, items, guard...);   \
    }
CUSIM_DIRECT(LoadDirect, load, )
CUSIM_DIRECT(LoadDirect, load, Vectorized)
CUSIM_DIRECT(StoreDirect, store, )
CUSIM_DIRECT(StoreDirect, store, Vectorized)
#undef CUSIM_DIRECT

template <int THREADS, class T, int ITEMS, class Iterator, class... Guard>
__device__ void LoadDirectStriped(int thread, Iterator from, T (&items)[ITEMS], Guard... guard) {
    detail::load<detail::Layout::striped>(thread, THREADS, from, items, guard...);
}
template <int THREADS, class T, int ITEMS, class Iterator, class... Guard>
__device__ void StoreDirectStriped(int thread, Iterator to, T (&items)[ITEMS], Guard... guard) {
    detail::store<detail::Layout::striped>(thread, THREADS, to, items, guard...);
}
template <class T, int ITEMS, class Iterator, class... Guard>
__device__ void LoadDirectWarpStriped(int thread, Iterator from, T (&items)[ITEMS],
                                      Guard... guard) {
    detail::load<detail::Layout::warp_striped>(thread, 0, from, items, guard...);
}
template <class T, int ITEMS, class Iterator, class... Guard>
__device__ void StoreDirectWarpStriped(int thread, Iterator to, T (&items)[ITEMS], Guard... guard) {
    detail::store<detail::Layout::warp_striped>(thread, 0, to, items, guard...);
}

}  // namespace cub
