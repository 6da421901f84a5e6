// <cub/block/block_scan.cuh> on the simulator. Every thread stores its value in the scratch memory.
// Between two barriers, thread 0 scans the values; then every thread reads its own. As with CUB, a
// barrier must come before the scratch memory is used again, otherwise the accesses race.
#pragma once

#include <cub/detail/common.h>

namespace cub {

enum BlockScanAlgorithm { BLOCK_SCAN_RAKING, BLOCK_SCAN_RAKING_MEMOIZE, BLOCK_SCAN_WARP_SCANS };

template <class T, int BLOCK_DIM_X, BlockScanAlgorithm ALGORITHM = BLOCK_SCAN_RAKING,
          int BLOCK_DIM_Y = 1, int BLOCK_DIM_Z = 1>
class BlockScan {
    static constexpr int threads = BLOCK_DIM_X * BLOCK_DIM_Y * BLOCK_DIM_Z;

  public:
    struct TempStorage {
        T values[threads];
        T prefix;
    };

    __device__ BlockScan(TempStorage& storage)
        : storage_(storage), thread_(RowMajorTid(BLOCK_DIM_X, BLOCK_DIM_Y, BLOCK_DIM_Z)) {}

    template <class Op>
    __device__ void InclusiveScan(T input, T& output, Op op, T& aggregate) {
        scan(input, op);
        output = storage_.values[thread_];
        aggregate = storage_.values[threads - 1];
    }
    template <class Op>
    __device__ void InclusiveScan(T input, T& output, Op op) {
        scan(input, op);
        output = storage_.values[thread_];
    }
    template <int ITEMS, class Op>
    __device__ void InclusiveScan(T (&inputs)[ITEMS], T (&outputs)[ITEMS], Op op) {
        T own = total(inputs, op);
        scan(own, op);
        outputs[0] = thread_ == 0 ? inputs[0] : op(storage_.values[thread_ - 1], inputs[0]);
        for (int i = 1; i < ITEMS; ++i) outputs[i] = op(outputs[i - 1], inputs[i]);
    }
    // As with CUB, the aggregate does not include `initial`.
    template <class Op>
    __device__ void ExclusiveScan(T input, T& output, T initial, Op op, T& aggregate) {
        scan(input, op);
        aggregate = storage_.values[threads - 1];
        output = before(initial, op);
    }
    template <class Op>
    __device__ void ExclusiveScan(T input, T& output, T initial, Op op) {
        scan(input, op);
        output = before(initial, op);
    }
    template <int ITEMS, class Op>
    __device__ void ExclusiveScan(T (&inputs)[ITEMS], T (&outputs)[ITEMS], T initial, Op op) {
        scan(total(inputs, op), op);
        T sum = before(initial, op);
        for (int i = 0; i < ITEMS; ++i) {
            const T next = op(sum, inputs[i]);
            outputs[i] = sum;
            sum = next;
        }
    }

    template <int ITEMS, class Op>
    __device__ void InclusiveScan(T (&inputs)[ITEMS], T (&outputs)[ITEMS], Op op, T& aggregate) {
        InclusiveScan(inputs, outputs, op);
        aggregate = storage_.values[threads - 1];
    }
    template <int ITEMS, class Op>
    __device__ void ExclusiveScan(T (&inputs)[ITEMS], T (&outputs)[ITEMS], T initial, Op op,
                                  T& aggregate) {
        ExclusiveScan(inputs, outputs, initial, op);
        aggregate = storage_.values[threads - 1];
    }

    // The first thread has no predecessor, so its output is not changed.
    template <class Op>
    __device__ void ExclusiveScan(T input, T& output, Op op) {
        scan(input, op);
        if (thread_ > 0) output = storage_.values[thread_ - 1];
    }

    __device__ void InclusiveSum(T input, T& output) { InclusiveScan(input, output, Sum()); }
    __device__ void InclusiveSum(T input, T& output, T& aggregate) {
        InclusiveScan(input, output, Sum(), aggregate);
    }
    template <int ITEMS>
    __device__ void InclusiveSum(T (&inputs)[ITEMS], T (&outputs)[ITEMS]) {
        InclusiveScan(inputs, outputs, Sum());
    }
    template <int ITEMS>
    __device__ void InclusiveSum(T (&inputs)[ITEMS], T (&outputs)[ITEMS], T& aggregate) {
        InclusiveScan(inputs, outputs, Sum());
        aggregate = storage_.values[threads - 1];
    }
    __device__ void ExclusiveSum(T input, T& output) { ExclusiveScan(input, output, T(), Sum()); }
    __device__ void ExclusiveSum(T input, T& output, T& aggregate) {
        ExclusiveScan(input, output, T(), Sum(), aggregate);
    }
    template <int ITEMS>
    __device__ void ExclusiveSum(T (&inputs)[ITEMS], T (&outputs)[ITEMS]) {
        ExclusiveScan(inputs, outputs, T(), Sum());
    }
    template <int ITEMS>
    __device__ void ExclusiveSum(T (&inputs)[ITEMS], T (&outputs)[ITEMS], T& aggregate) {
        ExclusiveScan(inputs, outputs, T(), Sum());
        aggregate = storage_.values[threads - 1];
    }

    // The first warp calls prefix_of(the block's sum) to get the prefix of the block; the result of
    // lane 0 counts.
    template <int ITEMS, class Prefix>
    __device__ void ExclusiveSum(T (&inputs)[ITEMS], T (&outputs)[ITEMS], Prefix& prefix_of) {
        ExclusiveSum(inputs, outputs);
        const T prefix = asked(prefix_of);
        for (int i = 0; i < ITEMS; ++i) outputs[i] = prefix + outputs[i];
    }
    template <int ITEMS, class Prefix>
    __device__ void InclusiveSum(T (&inputs)[ITEMS], T (&outputs)[ITEMS], Prefix& prefix_of) {
        InclusiveSum(inputs, outputs);
        const T prefix = asked(prefix_of);
        for (int i = 0; i < ITEMS; ++i) outputs[i] = prefix + outputs[i];
    }

    template <class Prefix>
    __device__ void ExclusiveSum(T input, T& output, Prefix& prefix_of) {
        ExclusiveSum(input, output);
        output = asked(prefix_of) + output;
    }
    template <class Prefix>
    __device__ void InclusiveSum(T input, T& output, Prefix& prefix_of) {
        InclusiveSum(input, output);
        output = asked(prefix_of) + output;
    }

    template <class Op, class Prefix>
    __device__ void ExclusiveScan(T input, T& output, Op op, Prefix& prefix_of) {
        scan(input, op);
        output = before(asked(prefix_of), op);
    }
    template <class Op, class Prefix>
    __device__ void InclusiveScan(T input, T& output, Op op, Prefix& prefix_of) {
        InclusiveScan(input, output, op);
        output = op(asked(prefix_of), output);
    }
    template <int ITEMS, class Op, class Prefix>
    __device__ void ExclusiveScan(T (&inputs)[ITEMS], T (&outputs)[ITEMS], Op op,
                                  Prefix& prefix_of) {
        scan(total(inputs, op), op);
        T sum = before(asked(prefix_of), op);
        for (int i = 0; i < ITEMS; ++i) {
            const T next = op(sum, inputs[i]);
            outputs[i] = sum;
            sum = next;
        }
    }
    template <int ITEMS, class Op, class Prefix>
    __device__ void InclusiveScan(T (&inputs)[ITEMS], T (&outputs)[ITEMS], Op op,
                                  Prefix& prefix_of) {
        InclusiveScan(inputs, outputs, op);
        const T prefix = asked(prefix_of);
        for (int i = 0; i < ITEMS; ++i) outputs[i] = op(prefix, outputs[i]);
    }

  private:
    template <class Op>
    __device__ void scan(T input, Op op) {
        storage_.values[thread_] = input;
        __syncthreads();
        if (thread_ == 0)
            for (int i = 1; i < threads; ++i)
                storage_.values[i] = op(storage_.values[i - 1], storage_.values[i]);
        __syncthreads();
    }
    template <class Prefix>
    __device__ T asked(Prefix& prefix_of) {
        if (thread_ < 32) {
            const T prefix = prefix_of(storage_.values[threads - 1]);
            if (thread_ == 0) storage_.prefix = prefix;
        }
        __syncthreads();
        return storage_.prefix;
    }
    template <class Op>
    __device__ T before(T initial, Op op) const {
        return thread_ == 0 ? initial : op(initial, storage_.values[thread_ - 1]);
    }
    template <int ITEMS, class Op>
    __device__ static T total(T (&inputs)[ITEMS], Op op) {
        T own = inputs[0];
        for (int i = 1; i < ITEMS; ++i) own = op(own, inputs[i]);
        return own;
    }

    TempStorage& storage_;
    int thread_;
};

}  // namespace cub
