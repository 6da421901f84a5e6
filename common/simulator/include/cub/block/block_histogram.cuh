// <cub/block/block_histogram.cuh> on the simulator: one atomic for each item.
#pragma once

#include <cub/detail/common.h>

namespace cub {

enum BlockHistogramAlgorithm { BLOCK_HISTO_SORT, BLOCK_HISTO_ATOMIC };

template <class T, int BLOCK_DIM_X, int ITEMS, int BINS,
          BlockHistogramAlgorithm ALGORITHM = BLOCK_HISTO_SORT, int BLOCK_DIM_Y = 1,
          int BLOCK_DIM_Z = 1>
class BlockHistogram {
    static constexpr int threads = BLOCK_DIM_X * BLOCK_DIM_Y * BLOCK_DIM_Z;

  public:
    struct TempStorage {};

    __device__ BlockHistogram(TempStorage&)
        : thread_(RowMajorTid(BLOCK_DIM_X, BLOCK_DIM_Y, BLOCK_DIM_Z)) {}

    template <class Counter>
    __device__ void InitHistogram(Counter (&histogram)[BINS]) {
        for (int bin = thread_; bin < BINS; bin += threads) histogram[bin] = 0;
    }
    template <class Counter>
    __device__ void Histogram(T (&items)[ITEMS], Counter (&histogram)[BINS]) {
        InitHistogram(histogram);
        __syncthreads();
        Composite(items, histogram);
    }
    template <class Counter>
    __device__ void Composite(T (&items)[ITEMS], Counter (&histogram)[BINS]) {
        for (int i = 0; i < ITEMS; ++i) atomicAdd(&histogram[items[i]], Counter(1));
    }

  private:
    int thread_;
};

}  // namespace cub
