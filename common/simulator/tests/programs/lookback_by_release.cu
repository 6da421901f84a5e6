// Single-pass scan with decoupled look-back; a state announces its value by release and acquire.
#include <cstdint>
#include <cstdio>
#include <cuda/atomic>
#include <vector>
enum : uint32_t { EMPTY, AGGREGATE, PREFIX };
struct Tile {
    int aggregate, prefix;
    uint32_t state;
};
constexpr int B = 128;
__device__ int block_scan(int v, int* warp_sums, int& total) {
    const unsigned lane = threadIdx.x % 32, warp = threadIdx.x / 32;
    int s = v;
#pragma unroll
    for (int d = 1; d < 32; d <<= 1) {
        int o = __shfl_up_sync(~0u, s, d);
        if (lane >= d) s += o;
    }
    if (lane == 31) warp_sums[warp] = s;
    __syncthreads();
    if (warp == 0) {
        int w = lane < B / 32 ? warp_sums[lane] : 0;
        for (int d = 1; d < B / 32; d <<= 1) {
            int o = __shfl_up_sync(~0u, w, d);
            if (lane >= d) w += o;
        }
        if (lane < B / 32) warp_sums[lane] = w;
    }
    __syncthreads();
    total = warp_sums[B / 32 - 1];
    return s + (warp ? warp_sums[warp - 1] : 0);
}
__global__ void scan(const int* in, int* out, Tile* tiles, unsigned* counter, int n) {
    __shared__ int sums[B / 32];
    __shared__ unsigned tile_id;
    __shared__ int before;
    if (threadIdx.x == 0) tile_id = atomicAdd(counter, 1u);
    __syncthreads();
    const unsigned tile = tile_id;
    const int i = tile * B + threadIdx.x;
    int total;
    int v = block_scan(i < n ? in[i] : 0, sums, total);
    if (threadIdx.x == 0) {
        cuda::atomic_ref<uint32_t, cuda::thread_scope_device> mine(tiles[tile].state);
        int sum = 0;
        if (tile == 0) {
            tiles[0].prefix = total;
            mine.store(PREFIX, cuda::memory_order_release);
        } else {
            tiles[tile].aggregate = total;
            mine.store(AGGREGATE, cuda::memory_order_release);
            for (int p = int(tile) - 1;; --p) {
                cuda::atomic_ref<uint32_t, cuda::thread_scope_device> other(tiles[p].state);
                uint32_t s;
                while ((s = other.load(cuda::memory_order_acquire)) == EMPTY) __nanosleep(20);
                if (s == PREFIX) {
                    sum += tiles[p].prefix;
                    break;
                }
                sum += tiles[p].aggregate;
            }
            tiles[tile].prefix = sum + total;
            mine.store(PREFIX, cuda::memory_order_release);
        }
        before = sum;
    }
    __syncthreads();
    if (i < n) out[i] = before + v;
}
int main() {
    const int n = 3000, blocks = (n + B - 1) / B;
    std::vector<int> h(n), r(n);
    for (int i = 0; i < n; ++i) h[i] = i % 13 - 4;
    int *in, *out;
    Tile* tiles;
    unsigned* counter;
    cudaMalloc(&in, n * 4);
    cudaMalloc(&out, n * 4);
    cudaMalloc(&tiles, blocks * sizeof(Tile));
    cudaMalloc(&counter, 4);
    cudaMemcpy(in, h.data(), n * 4, cudaMemcpyHostToDevice);
    cudaMemset(tiles, 0, blocks * sizeof(Tile));
    cudaMemset(counter, 0, 4);
    scan<<<blocks, B>>>(in, out, tiles, counter, n);
    cudaMemcpy(r.data(), out, n * 4, cudaMemcpyDeviceToHost);
    int s = 0;
    bool ok = true;
    for (int i = 0; i < n; ++i) {
        s += h[i];
        ok &= r[i] == s;
    }
    puts(ok ? "OK" : "wrong");
    cudaFree(in);
    cudaFree(out);
    cudaFree(tiles);
    cudaFree(counter);
}
