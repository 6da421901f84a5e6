// Keeping the elements that satisfy a predicate, three ways: ballots and bit counts within a warp,
// one atomic for all lanes that happen to be together (coalesced group), and an ordered one that
// scans warp counts in the block. The predicate is a functor or a plain function.
#include <cooperative_groups.h>
#include <cuda_runtime.h>

#include <algorithm>
#include <cstdio>
#include <vector>

namespace cg = cooperative_groups;

struct Multiple {
    int of;
    __host__ __device__ bool operator()(int x) const { return x % of == 0; }
};

__device__ int aggregated_increment(int* counter) {
    auto active = cg::coalesced_threads();
    int base = 0;
    if (active.thread_rank() == 0) base = atomicAdd(counter, active.size());
    return active.shfl(base, 0) + active.thread_rank();
}

template <typename Predicate>
__global__ void keep_coalesced(int* out, int* counter, const int* in, int n, Predicate keep) {
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += blockDim.x * gridDim.x)
        if (keep(in[i])) out[aggregated_increment(counter)] = in[i];
}

template <typename Predicate>
__global__ void keep_by_ballot(int* out, int* counter, const int* in, int n, Predicate keep) {
    const int lane = threadIdx.x & 31;
    const int rounded = (n + 31) / 32 * 32;
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < rounded; i += blockDim.x * gridDim.x) {
        const int value = i < n ? in[i] : 0;
        const bool mine = i < n && keep(value);
        const unsigned votes = __ballot_sync(0xffffffffu, mine);
        const int leader = __ffs(votes) - 1;
        int base = 0;
        if (lane == leader) base = atomicAdd(counter, __popc(votes));
        base = __shfl_sync(0xffffffffu, base, leader < 0 ? 0 : leader);
        if (mine) out[base + __popc(votes & ((1u << lane) - 1))] = value;
    }
}

template <int Warps, typename Predicate>
__global__ void keep_in_order(int* out, int* counter, const int* in, int n, Predicate keep) {
    __shared__ int offset[Warps];
    const int lane = threadIdx.x % 32, warp = threadIdx.x / 32;
    int base = 0;
    for (int first = 0; first < n; first += Warps * 32) {
        const int i = first + threadIdx.x;
        const bool mine = i < n && keep(in[i]);
        const unsigned votes = __ballot_sync(~0u, mine);
        if (lane == 0) offset[warp] = __popc(votes);
        const int all = __syncthreads_count(mine);
        int before = base;
        for (int w = 0; w < warp; ++w) before += offset[w];
        if (mine) out[before + __popc(votes & ~(~0u << lane))] = in[i];
        base += all;
        __syncthreads();
    }
    if (threadIdx.x == 0) *counter = base;
}

int main() {
    const int n = 3001;
    std::vector<int> input(n), expected;
    for (int i = 0; i < n; ++i) input[i] = (i * 7919) % 1009;
    const Multiple predicate{3};
    std::copy_if(input.begin(), input.end(), std::back_inserter(expected), predicate);
    std::vector<int> sorted = expected;
    std::sort(sorted.begin(), sorted.end());

    int *in, *out, *counter;
    cudaMalloc(&in, n * sizeof(int));
    cudaMalloc(&out, n * sizeof(int));
    cudaMalloc(&counter, sizeof(int));
    cudaMemcpy(in, input.data(), n * sizeof(int), cudaMemcpyHostToDevice);
    bool ok = true;
    for (int way = 0; way < 3; ++way) {
        cudaMemset(counter, 0, sizeof(int));
        if (way == 0) keep_coalesced<<<4, 96>>>(out, counter, in, n, predicate);
        if (way == 1) keep_by_ballot<<<3, 64>>>(out, counter, in, n, predicate);
        if (way == 2) keep_in_order<4><<<1, 4 * 32>>>(out, counter, in, n, predicate);
        int count = 0;
        cudaMemcpy(&count, counter, sizeof count, cudaMemcpyDeviceToHost);
        std::vector<int> got(count);
        cudaMemcpy(got.data(), out, count * sizeof(int), cudaMemcpyDeviceToHost);
        if (way == 2) ok = ok && got == expected;
        std::sort(got.begin(), got.end());
        ok = ok && got == sorted;
    }
    for (int* memory : {in, out, counter}) cudaFree(memory);
    std::puts(ok ? "OK" : "FAILED");
    return !ok;
}
