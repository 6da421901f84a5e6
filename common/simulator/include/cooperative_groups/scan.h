// <cooperative_groups/scan.h> on the simulator: prefix sums over a tile or coalesced threads, in
// the order of their ranks.
#pragma once

#include <cooperative_groups/reduce.h>

namespace cooperative_groups {

template <class Group, class T, class Operation = plus<T>>
inline T inclusive_scan(const Group& group, T value, Operation operation = {},
                        const char* file = __builtin_FILE(), int line = __builtin_LINE()) {
    T result = group.shfl(value, 0, file, line);
    for (unsigned int rank = 1; rank < group.num_threads(); ++rank) {
        const T next = group.shfl(value, int(rank), file, line);
        if (rank <= group.thread_rank()) result = operation(result, next);
    }
    return result;
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
