// LSD radix sort, 4 bits a pass: counts of blocks, scan of counts, stable scatter by ranks from
// match_any.
#include <algorithm>
#include <cstdio>
#include <random>
#include <vector>
constexpr int R = 16, B = 256;
__global__ void count(const unsigned* keys, unsigned* counts, int n, int shift) {
    __shared__ unsigned c[R];
    if (threadIdx.x < R) c[threadIdx.x] = 0;
    __syncthreads();
    int i = blockIdx.x * B + threadIdx.x;
    if (i < n) atomicAdd(&c[(keys[i] >> shift) & (R - 1)], 1u);
    __syncthreads();
    if (threadIdx.x < R) counts[threadIdx.x * gridDim.x + blockIdx.x] = c[threadIdx.x];
}
__global__ void scan_counts(unsigned* counts, int m) {
    unsigned s = 0;
    for (int i = 0; i < m; ++i) {
        unsigned c = counts[i];
        counts[i] = s;
        s += c;
    }
}
__global__ void scatter(const unsigned* keys, unsigned* out, const unsigned* offsets, int n,
                        int shift) {
    __shared__ unsigned warp_counts[B / 32][R];
    const unsigned warp = threadIdx.x / 32, lane = threadIdx.x % 32;
    for (unsigned d = lane; d < R; d += 32) warp_counts[warp][d] = 0;
    __syncwarp();
    int i = blockIdx.x * B + threadIdx.x;
    const bool valid = i < n;
    const unsigned key = valid ? keys[i] : 0, digit = valid ? (key >> shift) & (R - 1) : R;
    const unsigned peers = __match_any_sync(0xffffffffu, digit);
    const unsigned rank = __popc(peers & ((1u << lane) - 1));
    if (valid && rank == 0) warp_counts[warp][digit] = __popc(peers);
    __syncthreads();
    if (threadIdx.x < R) {
        unsigned s = 0;
        for (int w = 0; w < B / 32; ++w) {
            unsigned c = warp_counts[w][threadIdx.x];
            warp_counts[w][threadIdx.x] = s;
            s += c;
        }
    }
    __syncthreads();
    if (valid) out[offsets[digit * gridDim.x + blockIdx.x] + warp_counts[warp][digit] + rank] = key;
}
int main() {
    const int n = 2500, blocks = (n + B - 1) / B;
    std::mt19937 g(1);
    std::vector<unsigned> h(n), r(n);
    for (auto& k : h) k = g();
    unsigned *a, *b, *c;
    cudaMalloc(&a, n * 4);
    cudaMalloc(&b, n * 4);
    cudaMalloc(&c, R * blocks * 4);
    cudaMemcpy(a, h.data(), n * 4, cudaMemcpyHostToDevice);
    for (int s = 0; s < 32; s += 4) {
        count<<<blocks, B>>>(a, c, n, s);
        scan_counts<<<1, 1>>>(c, R * blocks);
        scatter<<<blocks, B>>>(a, b, c, n, s);
        std::swap(a, b);
    }
    cudaMemcpy(r.data(), a, n * 4, cudaMemcpyDeviceToHost);
    std::sort(h.begin(), h.end());
    puts(r == h ? "OK" : "wrong");
    cudaFree(a);
    cudaFree(b);
    cudaFree(c);
}
