// <cub/block/block_adjacent_difference.cuh> on the simulator: each item with its neighbour. Threads
// exchange their first and last items in the scratch memory; as with CUB, a barrier must come
// before it is used again.
#pragma once

#include <cub/detail/common.h>

namespace cub {

template <class T, int BLOCK_DIM_X, int BLOCK_DIM_Y = 1, int BLOCK_DIM_Z = 1>
class BlockAdjacentDifference {
    static constexpr int threads = BLOCK_DIM_X * BLOCK_DIM_Y * BLOCK_DIM_Z;

  public:
    struct TempStorage {
        T first[threads], last[threads];
    };

    __device__ BlockAdjacentDifference(TempStorage& storage)
        : storage_(storage), thread_(RowMajorTid(BLOCK_DIM_X, BLOCK_DIM_Y, BLOCK_DIM_Z)) {}

    // op(item, the one before it). The block's first item is not changed, unless its predecessor is
    // given.
    template <int ITEMS, class Out, class Op>
    __device__ void SubtractLeft(T (&in)[ITEMS], Out (&out)[ITEMS], Op op) {
        left(in, out, op, threads * ITEMS, static_cast<const T*>(nullptr));
    }
    template <int ITEMS, class Out, class Op>
    __device__ void SubtractLeft(T (&in)[ITEMS], Out (&out)[ITEMS], Op op, T before) {
        left(in, out, op, threads * ITEMS, &before);
    }
    template <int ITEMS, class Out, class Op>
    __device__ void SubtractLeftPartialTile(T (&in)[ITEMS], Out (&out)[ITEMS], Op op, int valid) {
        left(in, out, op, valid, static_cast<const T*>(nullptr));
    }
    template <int ITEMS, class Out, class Op>
    __device__ void SubtractLeftPartialTile(T (&in)[ITEMS], Out (&out)[ITEMS], Op op, int valid,
                                            T before) {
        left(in, out, op, valid, &before);
    }
    // op(item, the one after it). The block's last item is not changed, unless its successor is
    // given.
    template <int ITEMS, class Out, class Op>
    __device__ void SubtractRight(T (&in)[ITEMS], Out (&out)[ITEMS], Op op) {
        right(in, out, op, threads * ITEMS, static_cast<const T*>(nullptr));
    }
    template <int ITEMS, class Out, class Op>
    __device__ void SubtractRight(T (&in)[ITEMS], Out (&out)[ITEMS], Op op, T behind) {
        right(in, out, op, threads * ITEMS, &behind);
    }
    template <int ITEMS, class Out, class Op>
    __device__ void SubtractRightPartialTile(T (&in)[ITEMS], Out (&out)[ITEMS], Op op, int valid) {
        right(in, out, op, valid, static_cast<const T*>(nullptr));
    }

  private:
    template <int ITEMS>
    __device__ void show(T (&in)[ITEMS]) {
        storage_.first[thread_] = in[0];
        storage_.last[thread_] = in[ITEMS - 1];
        __syncthreads();
    }
    // `in` and `out` may be the same array: the neighbour's old value is used.
    template <int ITEMS, class Out, class Op>
    __device__ void left(T (&in)[ITEMS], Out (&out)[ITEMS], Op op, int valid, const T* outside) {
        show(in);
        for (int i = ITEMS - 1; i >= 0; --i) {
            const int at = thread_ * ITEMS + i;
            if (at >= valid || (at == 0 && !outside))
                out[i] = Out(in[i]);
            else if (at == 0)
                out[i] = Out(op(in[i], *outside));
            else
                out[i] = Out(op(in[i], i > 0 ? in[i - 1] : storage_.last[thread_ - 1]));
        }
    }
    template <int ITEMS, class Out, class Op>
    __device__ void right(T (&in)[ITEMS], Out (&out)[ITEMS], Op op, int valid, const T* outside) {
        show(in);
        for (int i = 0; i < ITEMS; ++i) {
            const int at = thread_ * ITEMS + i;
            if (at >= valid || (at == valid - 1 && !outside))
                out[i] = Out(in[i]);
            else if (at == valid - 1)
                out[i] = Out(op(in[i], *outside));
            else
                out[i] = Out(op(in[i], i + 1 < ITEMS ? in[i + 1] : storage_.first[thread_ + 1]));
        }
    }

    TempStorage& storage_;
    int thread_;
};

}  // namespace cub
