// <cub/block/block_reduce.cuh> on the simulator. Every thread stores its value in the scratch
// memory; after a barrier, thread 0 combines the values in the order of the threads. Only thread 0
// has the result. As with CUB, a barrier must come before the scratch memory is used again,
// otherwise the accesses race.
#pragma once

#include <cub/detail/common.h>

namespace cub {

enum BlockReduceAlgorithm {
    BLOCK_REDUCE_RAKING_COMMUTATIVE_ONLY,
    BLOCK_REDUCE_RAKING,
    BLOCK_REDUCE_WARP_REDUCTIONS,
};

template <class T, int BLOCK_DIM_X, BlockReduceAlgorithm ALGORITHM = BLOCK_REDUCE_WARP_REDUCTIONS,
          int BLOCK_DIM_Y = 1, int BLOCK_DIM_Z = 1>
class BlockReduce {
    static constexpr int threads = BLOCK_DIM_X * BLOCK_DIM_Y * BLOCK_DIM_Z;

  public:
    struct TempStorage {
        T values[threads];
    };

    __device__ BlockReduce(TempStorage& storage)
        : storage_(storage), thread_(RowMajorTid(BLOCK_DIM_X, BLOCK_DIM_Y, BLOCK_DIM_Z)) {}

    // Only for the first `valid` threads.
    template <class Op>
    __device__ T Reduce(T input, Op op, int valid) {
        storage_.values[thread_] = input;
        __syncthreads();
        if (thread_ != 0) return input;
        T result = storage_.values[0];
        for (int i = 1; i < valid; ++i) result = op(result, storage_.values[i]);
        return result;
    }
    template <class Op>
    __device__ T Reduce(T input, Op op) {
        return Reduce(input, op, threads);
    }
    template <int ITEMS, class Op>
    __device__ T Reduce(T (&inputs)[ITEMS], Op op) {
        T own = inputs[0];
        for (int i = 1; i < ITEMS; ++i) own = op(own, inputs[i]);
        return Reduce(own, op, threads);
    }
    __device__ T Sum(T input) { return Reduce(input, cub::Sum(), threads); }
    __device__ T Sum(T input, int valid) { return Reduce(input, cub::Sum(), valid); }
    template <int ITEMS>
    __device__ T Sum(T (&inputs)[ITEMS]) {
        return Reduce(inputs, cub::Sum());
    }

  private:
    TempStorage& storage_;
    int thread_;
};

}  // namespace cub
