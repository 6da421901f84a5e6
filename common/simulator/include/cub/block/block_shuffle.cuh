// <cub/block/block_shuffle.cuh> on the simulator: gets items from other threads of the block. As
// with CUB, a barrier must come before the scratch memory is used again.
#pragma once

#include <cub/detail/common.h>

namespace cub {

template <class T, int BLOCK_DIM_X, int BLOCK_DIM_Y = 1, int BLOCK_DIM_Z = 1>
class BlockShuffle {
    static constexpr int threads = BLOCK_DIM_X * BLOCK_DIM_Y * BLOCK_DIM_Z;

  public:
    struct TempStorage {
        T items[threads];
    };

    __device__ BlockShuffle(TempStorage& storage)
        : items_(storage.items), thread_(RowMajorTid(BLOCK_DIM_X, BLOCK_DIM_Y, BLOCK_DIM_Z)) {}

    // The item of the thread at `distance`, if there is one.
    __device__ void Offset(T input, T& output, int distance = 1) {
        show(input);
        const int other = thread_ + distance;
        if (other >= 0 && other < threads) output = items_[other];
    }
    __device__ void Rotate(T input, T& output, unsigned int distance = 1) {
        show(input);
        output = items_[(unsigned(thread_) + distance) % unsigned(threads)];
    }

    // Moves all items up by one place. The first item is not changed, and `suffix` is the last one.
    template <int ITEMS>
    __device__ void Up(T (&in)[ITEMS], T (&out)[ITEMS]) {
        show(in[ITEMS - 1]);
        for (int i = ITEMS - 1; i > 0; --i) out[i] = in[i - 1];
        if (thread_ > 0) out[0] = items_[thread_ - 1];
    }
    template <int ITEMS>
    __device__ void Up(T (&in)[ITEMS], T (&out)[ITEMS], T& suffix) {
        Up(in, out);
        suffix = items_[threads - 1];
    }
    template <int ITEMS>
    __device__ void Down(T (&in)[ITEMS], T (&out)[ITEMS]) {
        show(in[0]);
        for (int i = 0; i + 1 < ITEMS; ++i) out[i] = in[i + 1];
        if (thread_ + 1 < threads) out[ITEMS - 1] = items_[thread_ + 1];
    }
    template <int ITEMS>
    __device__ void Down(T (&in)[ITEMS], T (&out)[ITEMS], T& prefix) {
        Down(in, out);
        prefix = items_[0];
    }

  private:
    __device__ void show(const T& item) {
        items_[thread_] = item;
        __syncthreads();
    }

    T* items_;
    int thread_;
};

}  // namespace cub
