// <cub/warp/warp_reduce.cuh> on the simulator: by shuffles among the lanes of a logical warp, whose
// first lane has the result.
#pragma once

#include <cooperative_groups.h>
#include <cub/detail/common.h>

namespace cub {

// The lanes of this thread's logical warp, and what others of it hold.
template <int THREADS>
struct LogicalWarp {
    unsigned int lane, first, mask;

    __device__ LogicalWarp()
        : lane(::cusim::detail::lane_index() % THREADS),
          first(::cusim::detail::lane_index() - lane),
          mask((THREADS == 32 ? ~0u : (1u << (THREADS % 32)) - 1) << first) {}
    template <class T>
    __device__ T from(const T& value, unsigned int other) const {
        return ::cusim::detail::value_from(mask, value, first + other, __builtin_FILE(),
                                           __builtin_LINE());
    }
};

template <class T, int THREADS = 32>
class WarpReduce {
  public:
    struct TempStorage {};

    __device__ WarpReduce(TempStorage&) {}

    // Of the first `valid` lanes.
    template <class Op>
    __device__ T Reduce(T input, Op op, int valid) {
        const LogicalWarp<THREADS> warp;
        for (int step = 1; step < THREADS; step *= 2) {
            const unsigned int other = warp.lane + step;
            const T value = warp.from(input, other < THREADS ? other : warp.lane);
            if (other < unsigned(valid)) input = op(input, value);
        }
        return input;
    }
    template <class Op>
    __device__ T Reduce(T input, Op op) {
        return Reduce(input, op, THREADS);
    }
    __device__ T Sum(T input) { return Reduce(input, cub::Sum(), THREADS); }
    __device__ T Sum(T input, int valid) { return Reduce(input, cub::Sum(), valid); }
};

}  // namespace cub
