// Warps by hand: shuffles of every kind, votes, matches, reductions, and aggregated atomics.
constexpr unsigned full_mask = 0xffffffffu;

template <class T>
__device__ __forceinline__ T warp_sum(T value) {
#pragma unroll
    for (int offset = warpSize / 2; offset > 0; offset >>= 1)
        value += __shfl_xor_sync(full_mask, value, offset);
    return value;
}

__global__ void __launch_bounds__(256, 4)
    k(int n, float* y, const float* x, const double* d, int* q) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x, lane = threadIdx.x & (warpSize - 1);
    const float v = i < n ? x[i] : 0.0f;
    float sum = warp_sum(v) + static_cast<float>(warp_sum(i < n ? d[i] : 0.0));
    sum += __shfl_up_sync(full_mask, v, 1) + __shfl_sync(full_mask, v, lane % 4, 8);
    const unsigned votes = __ballot_sync(full_mask, v > 0),
                   peers = __match_any_sync(full_mask, lane % 3);
    int all_same = 0;
    __match_all_sync(full_mask, lane / 32, &all_same);
    const int leader = __ffs(peers) - 1, rank = __popc(peers & ((1u << lane) - 1));
    if (lane == leader) atomicAdd(&q[lane % 3], __popc(peers));
    const unsigned most = __reduce_max_sync(full_mask, votes), any = __any_sync(full_mask, v > 1);
    if (__all_sync(full_mask, v < 10))
        sum += __reduce_add_sync(full_mask, rank) + most + any + all_same;
    __syncwarp();
    if (__syncthreads_or(v > 5) || __syncthreads_count(v > 0) > 3 || __syncthreads_and(v > 4))
        sum += 1;
    if (i < n) y[i] = sum + __brev(votes) + __byte_perm(votes, most, 0x1234) + __clz(votes);
}
