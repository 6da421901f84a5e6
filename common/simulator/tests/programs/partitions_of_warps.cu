// Groups: labelled and binary partitions, coalesced threads, tiles of 1 to 32, collectives.
#include <cooperative_groups.h>
#include <cooperative_groups/reduce.h>
#include <cooperative_groups/scan.h>

#include <cstdio>
namespace cg = cooperative_groups;
__global__ void by_label(const int* keys, int* sums, int n) {
    auto block = cg::this_thread_block();
    auto warp = cg::tiled_partition<32>(block);
    int i = block.group_index().x * block.size() + block.thread_rank();
    auto in = cg::binary_partition(warp, i < n);
    if (i < n) {
        auto same = cg::labeled_partition(in, keys[i]);
        int s = cg::reduce(same, i, cg::plus<int>());
        if (same.thread_rank() == 0) atomicAdd(&sums[keys[i]], s);
    }
}
__global__ void positives(const int* in, int* out, int* count, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n && in[i] > 0) {
        auto g = cg::coalesced_threads();
        int base = 0;
        if (g.thread_rank() == 0) base = atomicAdd(count, g.num_threads());
        out[g.shfl(base, 0) + g.thread_rank()] = in[i];
    }
}
template <int N>
__device__ int tile_work(cg::thread_block b, int v) {
    auto t = cg::tiled_partition<N>(b);
    int s = v;
    for (int d = t.size() / 2; d > 0; d /= 2) s += t.shfl_xor(s, d);
    int first = t.shfl(v, 0), any = t.any(v == 3), all = t.all(v >= 0);
    int up = cg::inclusive_scan(t, v, cg::plus<int>()), ex = cg::exclusive_scan(t, v);
    return (s - first) * 8 + any * 2 + all + (up - ex == v ? 0 : 1000000) +
           __popc(t.ballot(v & 1)) * 4096;
}
__global__ void tiles(int* out) {
    auto b = cg::this_thread_block();
    int v = b.thread_rank();
    out[v] = tile_work<1>(b, v) + tile_work<2>(b, v) + tile_work<4>(b, v) + tile_work<8>(b, v) +
             tile_work<16>(b, v) + tile_work<32>(b, v);
    auto w = cg::tiled_partition<8>(b);
    if (w.meta_group_rank() == 1) out[v] += w.meta_group_size();
    cg::thread_group g = cg::tiled_partition(b, 4);
    g.sync();
    b.sync();
    cg::invoke_one(w, [&] { atomicAdd(&out[0], 1); });
}
int main() {
    const int n = 200;
    int *keys, *sums, *out, *count;
    cudaMallocManaged(&keys, n * 4);
    cudaMallocManaged(&sums, 16 * 4);
    cudaMallocManaged(&out, n * 4);
    cudaMallocManaged(&count, 4);
    for (int i = 0; i < n; ++i) keys[i] = i * i % 7 - 1 + 1;
    for (int i = 0; i < 16; ++i) sums[i] = 0;
    *count = 0;
    by_label<<<4, 64>>>(keys, sums, n);
    positives<<<4, 64>>>(keys, out, count, n);
    cudaDeviceSynchronize();
    int expected[16] = {}, c = 0;
    bool ok = true;
    for (int i = 0; i < n; ++i) expected[keys[i]] += i, c += keys[i] > 0;
    for (int i = 0; i < 16; ++i) ok &= sums[i] == expected[i];
    ok &= *count == c;
    tiles<<<1, 64>>>(out);
    cudaDeviceSynchronize();
    long expect0 = 0;
    for (int N = 1; N <= 32; N *= 2) {
        int s = N * (N - 1) / 2;
        expect0 += (s - 0) * 8 + (N > 3) * 2 + 1 + (N / 2) * 4096;
    }
    ok &= out[0] == expect0 + 8;
    puts(ok ? "OK" : "wrong");
    if (!ok) printf("%d %ld count %d %d\n", out[0], expect0 + 8, *count, c);
    cudaFree(keys);
    cudaFree(sums);
    cudaFree(out);
    cudaFree(count);
}
