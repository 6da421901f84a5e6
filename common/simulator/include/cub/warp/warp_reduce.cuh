// <cub/warp/warp_reduce.cuh> on the simulator: by shuffles among the lanes of a logical warp, whose
// first lane has the result.
#pragma once

#include <cooperative_groups.h>
#include <cub/detail/common.h>

namespace cub {

// The lanes of this thread's logical warp, and the values that they hold.
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

    // Only for the first `valid` lanes.
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
    __device__ T Max(T input) { return Reduce(input, cub::Max(), THREADS); }
    __device__ T Min(T input) { return Reduce(input, cub::Min(), THREADS); }

    // For segments of lanes, each of which begins at a lane with a flag (head), or ends at one
    // (tail). The first lane of a segment has the result.
    template <class Op, class Flag>
    __device__ T HeadSegmentedReduce(T input, Flag is_head, Op op) {
        const LogicalWarp<THREADS> warp;
        const unsigned int heads = __ballot_sync(warp.mask, bool(is_head)) >> warp.first;
        const unsigned int behind = heads & ~((2u << warp.lane) - 1);
        return reduce_up_to(input, op, warp, behind ? __ffs(int(behind)) - 1 : THREADS);
    }
    template <class Op, class Flag>
    __device__ T TailSegmentedReduce(T input, Flag is_tail, Op op) {
        const LogicalWarp<THREADS> warp;
        const unsigned int tails = __ballot_sync(warp.mask, bool(is_tail)) >> warp.first;
        const unsigned int ahead = tails & ~((1u << warp.lane) - 1);
        return reduce_up_to(input, op, warp, ahead ? __ffs(int(ahead)) : THREADS);
    }
    template <class Flag>
    __device__ T HeadSegmentedSum(T input, Flag is_head) {
        return HeadSegmentedReduce(input, is_head, cub::Sum());
    }
    template <class Flag>
    __device__ T TailSegmentedSum(T input, Flag is_tail) {
        return TailSegmentedReduce(input, is_tail, cub::Sum());
    }

  private:
    template <class Op>
    __device__ T reduce_up_to(T input, Op op, const LogicalWarp<THREADS>& warp, int end) {
        for (int step = 1; step < THREADS; step *= 2) {
            const unsigned int other = warp.lane + step;
            const T value = warp.from(input, other < THREADS ? other : warp.lane);
            if (int(other) < end) input = op(input, value);
        }
        return input;
    }
};

}  // namespace cub
