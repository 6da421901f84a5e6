// Least significant digit first: four bits a pass, a histogram a block, a scan of digit-major
// counts, a stable scatter by ballots. Beside it odd-even merge and rank sort.
#include <cuda_runtime.h>
#include <algorithm>
#include <cassert>
#include <cstdint>
#include <cstdio>
#include <random>
#include <vector>

constexpr int BITS = 4, DIGITS = 1 << BITS, TILE = 128;

__global__ void digit_counts(const uint32_t *__restrict__ keys, int n, int shift, unsigned *counts) {
    __shared__ unsigned local[DIGITS];
    if (threadIdx.x < DIGITS) local[threadIdx.x] = 0;
    __syncthreads();
    const int i = blockIdx.x * TILE + threadIdx.x;
    if (i < n) atomicAdd_block(&local[(keys[i] >> shift) & (DIGITS - 1)], 1u);
    __syncthreads();
    if (threadIdx.x < DIGITS) counts[threadIdx.x * gridDim.x + blockIdx.x] = local[threadIdx.x];
}

__global__ void exclusive_scan(unsigned *data, int n) {
    extern __shared__ unsigned buffer[];
    unsigned *from = buffer, *to = buffer + n;
    for (int i = threadIdx.x; i < n; i += blockDim.x) from[i] = i ? data[i - 1] : 0;
    __syncthreads();
    for (int d = 1; d < n; d <<= 1) {
        for (int i = threadIdx.x; i < n; i += blockDim.x) to[i] = from[i] + (i >= d ? from[i - d] : 0);
        __syncthreads();
        unsigned *const t = from;
        from = to, to = t;
    }
    for (int i = threadIdx.x; i < n; i += blockDim.x) data[i] = from[i];
}

__global__ void scatter(const uint32_t *in, uint32_t *out, int n, int shift, const unsigned *offsets) {
    __shared__ unsigned warp_counts[TILE / 32][DIGITS];
    const int i = blockIdx.x * TILE + threadIdx.x, lane = threadIdx.x & 31, warp = threadIdx.x >> 5;
    for (int k = threadIdx.x; k < TILE / 32 * DIGITS; k += TILE) (&warp_counts[0][0])[k] = 0;
    __syncthreads();
    const uint32_t key = i < n ? in[i] : 0xffffffff;
    const unsigned digit = i < n ? (key >> shift) & (DIGITS - 1) : DIGITS;
    const unsigned peers = __match_any_sync(0xffffffffu, digit);
    const unsigned rank = __popc(peers & ((1u << lane) - 1));
    if (digit < DIGITS && rank == 0) warp_counts[warp][digit] = __popc(peers);
    __syncthreads();
    if (digit < DIGITS) {
        unsigned at = offsets[digit * gridDim.x + blockIdx.x] + rank;
        for (int w = 0; w < warp; w++) at += warp_counts[w][digit];
        out[at] = key;
    }
}

__global__ void odd_even_merge(int *a, int n) {
    extern __shared__ int s[];
    const int t = threadIdx.x;
    s[t] = a[t], s[t + n / 2] = a[t + n / 2];
    for (int p = 1; p < n; p <<= 1)
        for (int k = p; k > 0; k >>= 1) {
            __syncthreads();
            for (int x = t; x < n; x += blockDim.x) {
                const int y = x + k;
                if (x % (2 * k) >= k % p && (x - k % p) % (2 * k) < k && y < n && x / (2 * p) == y / (2 * p) && s[x] > s[y]) {
                    const int v = s[x];
                    s[x] = s[y], s[y] = v;
                }
            }
        }
    __syncthreads();
    a[t] = s[t], a[t + n / 2] = s[t + n / 2];
}

__global__ void rank_sort(const float *in, float *out, int n) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    int rank = 0;
    for (int j = 0; j < n; j++) rank += in[j] < in[i] || (in[j] == in[i] && j < i);
    out[rank] = in[i];
}

int main() {
    std::mt19937 rng(5);
    const int n = 1000, blocks = (n + TILE - 1) / TILE;
    std::vector<uint32_t> keys(n), sorted(n);
    for (auto &k : keys) k = rng();
    uint32_t *a, *b;
    unsigned *counts;
    cudaMalloc(&a, n * 4);
    cudaMalloc(&b, n * 4);
    cudaMalloc(&counts, DIGITS * blocks * sizeof *counts);
    cudaMemcpy(a, keys.data(), n * 4, cudaMemcpyHostToDevice);
    for (int shift = 0; shift < 32; shift += BITS, std::swap(a, b)) {
        digit_counts<<<blocks, TILE>>>(a, n, shift, counts);
        exclusive_scan<<<1, 64, 2 * DIGITS * blocks * sizeof(unsigned)>>>(counts, DIGITS * blocks);
        scatter<<<blocks, TILE>>>(a, b, n, shift, counts);
    }
    cudaMemcpy(sorted.data(), a, n * 4, cudaMemcpyDeviceToHost);
    std::sort(keys.begin(), keys.end());
    bool ok = keys == sorted;
    assert(ok);

    std::vector<int> ints(64);
    std::generate(ints.begin(), ints.end(), [&] { return int(rng() % 100); });
    cudaMemcpy(a, ints.data(), 64 * 4, cudaMemcpyHostToDevice);
    odd_even_merge<<<1, 32, 64 * sizeof(int)>>>(reinterpret_cast<int *>(a), 64);
    std::vector<int> got(64);
    cudaMemcpy(got.data(), a, 64 * 4, cudaMemcpyDeviceToHost);
    std::sort(ints.begin(), ints.end());
    ok = ok && got == ints;

    std::vector<float> f(77), r(77);
    for (auto &x : f) x = rng() % 50 * 0.5f;
    cudaMemcpy(a, f.data(), 77 * 4, cudaMemcpyHostToDevice);
    rank_sort<<<3, 32>>>((float *)a, (float *)b, 77);
    cudaMemcpy(r.data(), b, 77 * 4, cudaMemcpyDeviceToHost);
    std::sort(f.begin(), f.end());
    ok = ok && r == f;
    cudaFree(a);
    cudaFree(b);
    cudaFree(counts);
    std::printf("%s\n", ok ? "OK" : "FAILED");
    return ok ? 0 : 1;
}
