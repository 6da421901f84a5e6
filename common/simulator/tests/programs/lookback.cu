// A scan in a single pass: each block publishes its total, then its running total, behind a flag,
// and looks back at its predecessors' flags. Blocks take their places from a counter, so that a
// block only ever waits for blocks that have started.
#include <cuda_runtime.h>

#include <cstdio>
#include <vector>

enum Status { EMPTY = 0, AGGREGATE = 1, PREFIX = 2 };

struct Tile {
    volatile int status;
    volatile int aggregate;
    volatile int prefix;
};

__device__ int place;

__global__ void scan(int* out, const int* in, int n, Tile* tiles) {
    __shared__ int warp_sum[4], my_place, before;
    if (threadIdx.x == 0) my_place = atomicAdd(&place, 1);
    __syncthreads();
    const int tile = my_place, i = tile * blockDim.x + threadIdx.x;
    const int lane = threadIdx.x & 31, warp = threadIdx.x >> 5;
    const int own = i < n ? in[i] : 0;
    int sum = own;
    for (int d = 1; d < 32; d *= 2) {
        const int left = __shfl_up_sync(0xffffffffu, sum, d);
        if (lane >= d) sum += left;
    }
    if (lane == 31) warp_sum[warp] = sum;
    __syncthreads();
    for (int w = 0; w < warp; ++w) sum += warp_sum[w];

    if (threadIdx.x == blockDim.x - 1) {
        tiles[tile].aggregate = sum;
        __threadfence();
        if (tile > 0) tiles[tile].status = AGGREGATE;
        int running = 0;
        for (int p = tile - 1; p >= 0; --p) {
            int status;
            while ((status = tiles[p].status) == EMPTY) {
            }
            __threadfence();
            if (status == PREFIX) {
                running += tiles[p].prefix;
                break;
            }
            running += tiles[p].aggregate;
        }
        tiles[tile].prefix = running + sum;
        __threadfence();
        tiles[tile].status = PREFIX;
        before = running;
    }
    __syncthreads();
    if (i < n) out[i] = before + sum;
}

int main() {
    const int n = 5000, threads = 128, blocks = (n + threads - 1) / threads;
    std::vector<int> host(n), got(n);
    for (int i = 0; i < n; ++i) host[i] = i % 5 - 1;
    int *in, *out;
    Tile* tiles;
    cudaMalloc(&in, n * sizeof(int));
    cudaMalloc(&out, n * sizeof(int));
    cudaMalloc(&tiles, blocks * sizeof(Tile));
    cudaMemcpy(in, host.data(), n * sizeof(int), cudaMemcpyHostToDevice);
    cudaMemset(tiles, 0, blocks * sizeof(Tile));
    scan<<<blocks, threads>>>(out, in, n, tiles);
    cudaMemcpy(got.data(), out, n * sizeof(int), cudaMemcpyDeviceToHost);
    const cudaError_t error = cudaGetLastError();
    cudaFree(in);
    cudaFree(out);
    cudaFree(tiles);
    int sum = 0, wrong = error != cudaSuccess;
    for (int i = 0; i < n; ++i) wrong += got[i] != (sum += host[i]);
    std::puts(wrong ? "FAILED" : "OK");
    return wrong != 0;
}
