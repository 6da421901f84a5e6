// <cooperative_groups/reduce.h> on the simulator: every thread of a tile or of coalesced threads
// gets the reduction of all their values. As on a device it is a tree, of neighbours first.
#pragma once

#include "cusim/letters_hidden.hpp"

#include <cooperative_groups.h>

namespace cooperative_groups {

template <class T>
struct plus {
    T operator()(T a, T b) const { return a + b; }
};
template <class T>
struct less {
    T operator()(T a, T b) const { return b < a ? b : a; }
};
template <class T>
struct greater {
    T operator()(T a, T b) const { return a < b ? b : a; }
};
template <class T>
struct bit_and {
    T operator()(T a, T b) const { return a & b; }
};
template <class T>
struct bit_or {
    T operator()(T a, T b) const { return a | b; }
};
template <class T>
struct bit_xor {
    T operator()(T a, T b) const { return a ^ b; }
};

template <class Group, class T, class Operation>
inline T reduce(const Group& group, T value, Operation operation,
                const char* file = __builtin_FILE(), int line = __builtin_LINE()) {
    const unsigned int rank = group.thread_rank(), threads = group.num_threads();
    for (unsigned int distance = 1; distance < threads; distance *= 2) {
        const bool has_other = rank + distance < threads;
        const T other = group.shfl(value, int(has_other ? rank + distance : rank), file, line);
        if (has_other && rank % (2 * distance) == 0) value = operation(value, other);
    }
    return group.shfl(value, 0, file, line);
}

template <unsigned int Size, class Parent, class T, class Operation,
          class = typename detail::if_true<(Size > 32)>::type>
inline T reduce(const thread_block_tile<Size, Parent>& tile, T value, Operation operation,
                const char* file = __builtin_FILE(), int line = __builtin_LINE()) {
    return tile.cusim_reduce(value, operation, file, line);
}

}  // namespace cooperative_groups

#include "cusim/letters_restored.hpp"
