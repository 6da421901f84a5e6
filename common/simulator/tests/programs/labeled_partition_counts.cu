// Cooperative groups: labeled and binary partitions that count and rank keys, aggregated atomics by
// coalesced threads, a grid group that normalises, thread_rank and meta_group_rank.
#include <cooperative_groups.h>
#include <cooperative_groups/reduce.h>
#include <cooperative_groups/scan.h>
#include <cuda_runtime.h>

#include <cstdio>

namespace cg = cooperative_groups;

__global__ void count(const int* keys, int n, int* counts, int* slots, int* even_ranks) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    auto warp = cg::tiled_partition<32>(cg::this_thread_block());
    const int key = i < n ? keys[i] : -1;
    auto same = cg::labeled_partition(warp, key);
    int base = 0;
    if (same.thread_rank() == 0 && key >= 0) base = atomicAdd(&counts[key], int(same.size()));
    base = same.shfl(base, 0);
    if (key >= 0) slots[i] = base + same.thread_rank();
    auto parity = cg::binary_partition(warp, key % 2 == 0);
    const int evens = cg::reduce(parity, 1, cg::plus<int>());
    const int rank = cg::exclusive_scan(parity, 1, cg::plus<int>());
    if (i < n) even_ranks[i] = evens * 100 + rank;
}

__global__ void positives(const int* x, int n, int* out, int* taken) {
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) {
        if (x[i] <= 3) continue;
        auto active = cg::coalesced_threads();
        int first = 0;
        if (active.thread_rank() == 0) first = atomicAdd(taken, int(active.size()));
        out[active.shfl(first, 0) + active.thread_rank()] = x[i];
    }
}

__global__ void normalise(float* x, int n, float* sum) {
    auto grid = cg::this_grid();
    auto block = cg::this_thread_block();
    auto tile = cg::tiled_partition<16>(block);
    float mine = 0;
    for (size_t i = grid.thread_rank(); i < n; i += grid.size()) mine += x[i];
    mine = cg::reduce(tile, mine, cg::plus<float>());
    if (tile.thread_rank() == 0) atomicAdd(sum, mine);
    grid.sync();
    const float total = *sum;
    for (size_t i = grid.thread_rank(); i < n; i += grid.size()) x[i] /= total;
}

int main() {
    const int n = 150;
    int host[n], slots[n], ranks[n], counts[6], *keys, *d_slots, *d_counts, *d_ranks;
    for (int i = 0; i < n; ++i) host[i] = i * i % 6;
    cudaMalloc(&keys, sizeof host);
    cudaMalloc(&d_slots, sizeof slots);
    cudaMalloc(&d_ranks, sizeof ranks);
    cudaMalloc(&d_counts, sizeof counts);
    cudaMemset(d_counts, 0, sizeof counts);
    cudaMemcpy(keys, host, sizeof host, cudaMemcpyHostToDevice);
    count<<<3, 64>>>(keys, n, d_counts, d_slots, d_ranks);
    cudaMemcpy(slots, d_slots, sizeof slots, cudaMemcpyDeviceToHost);
    cudaMemcpy(ranks, d_ranks, sizeof ranks, cudaMemcpyDeviceToHost);
    cudaMemcpy(counts, d_counts, sizeof counts, cudaMemcpyDeviceToHost);
    int expected[6] = {};
    bool seen[6][n] = {}, ok = true;
    for (int i = 0; i < n; ++i) ++expected[host[i]];
    for (int k = 0; k < 6; ++k) ok = ok && counts[k] == expected[k];
    for (int i = 0; i < n; ++i) {
        ok = ok && slots[i] >= 0 && slots[i] < expected[host[i]] && !seen[host[i]][slots[i]];
        seen[host[i]][slots[i]] = true;
    }
    int evens = 0;
    for (int i = 0; i < 32; ++i) evens += host[i] % 2 == 0;
    ok = ok && ranks[0] == evens * 100;
    int *out, *taken, result;
    cudaMalloc(&out, sizeof host);
    cudaMalloc(&taken, sizeof(int));
    cudaMemset(taken, 0, sizeof(int));
    positives<<<2, 64>>>(keys, n, out, taken);
    cudaMemcpy(&result, taken, sizeof result, cudaMemcpyDeviceToHost);
    ok = ok && result == expected[4] + expected[5];
    float values[n], *x, *sum;
    for (int i = 0; i < n; ++i) values[i] = 1;
    cudaMalloc(&x, sizeof values);
    cudaMalloc(&sum, sizeof(float));
    cudaMemset(sum, 0, sizeof(float));
    cudaMemcpy(x, values, sizeof values, cudaMemcpyHostToDevice);
    int size = n;
    void* arguments[] = {&x, &size, &sum};
    cudaLaunchCooperativeKernel((void*)normalise, dim3(2), dim3(32), arguments, 0, nullptr);
    cudaMemcpy(values, x, sizeof values, cudaMemcpyDeviceToHost);
    for (int i = 0; i < n; ++i) ok = ok && values[i] == 1.0f / n;
    std::puts(ok ? "OK" : "wrong");
    cudaFree(keys);
    cudaFree(d_slots);
    cudaFree(d_ranks);
    cudaFree(d_counts);
    cudaFree(out);
    cudaFree(taken);
    cudaFree(x);
    cudaFree(sum);
}
