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
    template <class Op>
    __device__ void ExclusiveScan(T input, T& output, T initial, Op op, T& aggregate) {
        T inclusive;
        InclusiveScan(input, inclusive, op, aggregate);
        ExclusiveScan(input, output, initial, op);
    }
    // The first lane has no predecessor, so its output is not changed.
    template <class Op>
    __device__ void ExclusiveScan(T input, T& output, Op op) {
        T inclusive;
        InclusiveScan(input, inclusive, op);
        const T before = warp_.from(inclusive, warp_.lane == 0 ? 0 : warp_.lane - 1);
        if (warp_.lane > 0) output = before;
    }
    template <class Op>
    __device__ void Scan(T input, T& inclusive, T& exclusive, Op op) {
        InclusiveScan(input, inclusive, op);
        ExclusiveScan(input, exclusive, op);
    }
    template <class Op>
    __device__ void Scan(T input, T& inclusive, T& exclusive, T initial, Op op) {
        ExclusiveScan(input, exclusive, initial, op);
        inclusive = op(exclusive, input);
    }
    __device__ void Sum(T input, T& inclusive, T& exclusive) {
        InclusiveSum(input, inclusive);
        ExclusiveSum(input, exclusive);
    }
    __device__ T Broadcast(T input, unsigned int lane) { return warp_.from(input, lane); }
    __device__ void InclusiveSum(T input, T& output) { InclusiveScan(input, output, cub::Sum()); }
    __device__ void InclusiveSum(T input, T& output, T& aggregate) {
        InclusiveScan(input, output, cub::Sum(), aggregate);
    }
    __device__ void ExclusiveSum(T input, T& output) {
        ExclusiveScan(input, output, T(), cub::Sum());
    }
    __device__ void ExclusiveSum(T input, T& output, T& aggregate) {
        T inclusive;
        InclusiveScan(input, inclusive, cub::Sum(), aggregate);
        ExclusiveSum(input, output);
    }

  private:
    LogicalWarp<THREADS> warp_;
};

}  // namespace cub
