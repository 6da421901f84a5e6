// <cooperative_groups/scan.h> on the simulator: prefix sums over a tile or coalesced threads, in
// the order of their ranks. As on a device, each step doubles how many values a prefix contains.
#pragma once

#include "cusim/letters_hidden.hpp"

#include <cooperative_groups/reduce.h>

namespace cooperative_groups {

template <class Group, class T, class Operation = plus<T>>
inline T inclusive_scan(const Group& group, T value, Operation operation = {},
                        const char* file = __builtin_FILE(), int line = __builtin_LINE()) {
    for (unsigned int distance = 1; distance < group.num_threads(); distance *= 2) {
        const T before = group.shfl_up(value, distance, file, line);
        if (group.thread_rank() >= distance) value = operation(before, value);
    }
    return value;
}

// The first thread gets T{}.
template <class Group, class T, class Operation = plus<T>>
inline T exclusive_scan(const Group& group, T value, Operation operation = {},
                        const char* file = __builtin_FILE(), int line = __builtin_LINE()) {
    const T inclusive = inclusive_scan(group, value, operation, file, line);
    const T before = group.shfl_up(inclusive, 1, file, line);
    return group.thread_rank() == 0 ? T{} : before;
}

}  // namespace cooperative_groups

#include "cusim/letters_restored.hpp"
