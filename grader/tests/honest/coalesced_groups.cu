// Groups of whoever is there: aggregated atomics, labelled and binary partitions, invoke_one.
#include <cooperative_groups.h>
#include <cooperative_groups/reduce.h>

namespace cg = cooperative_groups;

__device__ int aggregated(int* counter) {
    cg::coalesced_group active = cg::coalesced_threads();
    int first = 0;
    if (active.thread_rank() == 0) first = atomicAdd(counter, static_cast<int>(active.size()));
    return active.shfl(first, 0) + active.thread_rank();
}

__global__ void filter(int n, const int* a, int* kept, int* counter, int* sums) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n && a[i] > 0) kept[aggregated(counter)] = a[i];
    auto warp = cg::tiled_partition<32>(cg::this_thread_block());
    auto by_label = cg::labeled_partition(warp, a[i % n] % 4);
    int sum = cg::reduce(by_label, a[i % n], cg::plus<int>());
    auto odd = cg::binary_partition(warp, a[i % n] & 1);
    if (by_label.thread_rank() == 0) atomicAdd(&sums[a[i % n] % 4], sum);
    if (odd.thread_rank() == 0) atomicMax(&sums[5], static_cast<int>(odd.num_threads()));
}
