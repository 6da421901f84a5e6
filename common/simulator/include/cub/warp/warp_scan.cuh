// <cub/warp/warp_scan.cuh> on the simulator: by shuffles among the lanes of a logical warp.
#pragma once

#include <cub/warp/warp_reduce.cuh>

namespace cub {

template <class T, int THREADS = 32>
class WarpScan {
  public:
    struct TempStorage {};

    __device__ WarpScan(TempStorage&) {}

    template <class Op>
    __device__ void InclusiveScan(T input, T& output, Op op) {
        for (int step = 1; step < THREADS; step *= 2) {
            const bool has_other = warp_.lane >= unsigned(step);
            const T value = warp_.from(input, has_other ? warp_.lane - step : warp_.lane);
            if (has_other) input = op(value, input);
        }
        output = input;
    }
    template <class Op>
    __device__ void InclusiveScan(T input, T& output, Op op, T& aggregate) {
        InclusiveScan(input, output, op);
        aggregate = warp_.from(output, THREADS - 1);
    }
    template <class Op>
    __device__ void ExclusiveScan(T input, T& output, T initial, Op op) {
        T inclusive;
        InclusiveScan(input, inclusive, op);
        const T before = warp_.from(inclusive, warp_.lane == 0 ? 0 : warp_.lane - 1);
        output = warp_.lane == 0 ? initial : op(initial, before);
    }
    __device__ void InclusiveSum(T input, T& output) { InclusiveScan(input, output, Sum()); }
    __device__ void InclusiveSum(T input, T& output, T& aggregate) {
        InclusiveScan(input, output, Sum(), aggregate);
    }
    __device__ void ExclusiveSum(T input, T& output) { ExclusiveScan(input, output, T(), Sum()); }
    __device__ void ExclusiveSum(T input, T& output, T& aggregate) {
        T inclusive;
        InclusiveScan(input, inclusive, Sum(), aggregate);
        ExclusiveSum(input, output);
    }

  private:
    LogicalWarp<THREADS> warp_;
};

}  // namespace cub
