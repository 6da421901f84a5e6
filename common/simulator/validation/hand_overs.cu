// What it costs to wait for one's turn: blocks that pass a word on from one to the next, and warps
// of a block that do so with a word in shared memory or a barrier. Prints a Markdown table of the
// time of a turn. device/time_model.cpp takes its constants for hand-overs from here.
//
//     nvcc -O3 -std=c++20 -arch=native hand_overs.cu -o hand_overs && ./hand_overs
#include <cuda_runtime.h>

#include <cstddef>
#include <cstdio>

#include "launch_times.hpp"

constexpr int blocks = 132, warps = 32;

__device__ int turn;

// In its turn, each block loads so many values that no other block loads.
__global__ void blocks_in_turn(const float* in, float* out, int loads) {
    const int block = blockIdx.x;
    if (threadIdx.x == 0)
        while (*reinterpret_cast<volatile int*>(&turn) != block) continue;
    __syncthreads();
    __threadfence();
    float sum = 0;
    for (int k = 0; k < loads; k++) sum += in[(block * loads + k) * 32 + threadIdx.x];
    if (sum != 0) *out = sum;
    __threadfence();
    __syncthreads();
    if (threadIdx.x == 0) *reinterpret_cast<volatile int*>(&turn) = (block + 1) % gridDim.x;
}

__global__ void warps_in_turn_by_a_word(const float* in, float* out, int loads) {
    __shared__ volatile int now;
    const int warp = threadIdx.x / 32;
    if (threadIdx.x == 0) now = 0;
    __syncthreads();
    while (now != warp) continue;
    __syncwarp();
    float sum = 0;
    for (int k = 0; k < loads; k++) sum += in[(warp * loads + k) * 32 + threadIdx.x % 32];
    if (sum != 0) *out = sum;
    __threadfence_block();
    __syncwarp();
    if (threadIdx.x % 32 == 0) now = warp + 1;
}

__global__ void warps_in_turn_by_barriers(const float* in, float* out, int loads) {
    const int warp = threadIdx.x / 32;
    for (int w = 0; w < warps; w++) {
        float sum = 0;
        if (warp == w)
            for (int k = 0; k < loads; k++) sum += in[(warp * loads + k) * 32 + threadIdx.x % 32];
        if (sum != 0) *out = sum;
        __syncthreads();
    }
}

int main() {
    constexpr int most_loads = 8;
    float *in, *out;
    const std::size_t bytes = sizeof(float) * 32 * blocks * most_loads;
    check(cudaMalloc(&in, bytes));
    check(cudaMalloc(&out, sizeof *out));
    check(cudaMemset(in, 0, bytes));
    std::printf(
        "| loads in a turn | a block's turn, us | a warp's by a word, us | by barriers, us |\n");
    std::printf("|---|---|---|---|\n");
    for (const int loads : {0, 1, most_loads}) {
        // What more turns take longer.
        const auto of_blocks = [&](int count) {
            return time_of([&] { blocks_in_turn<<<count, 32>>>(in, out, loads); });
        };
        const auto of_warps = [&](auto kernel) {
            return (time_of([&] { kernel<<<1, 32 * warps>>>(in, out, loads); }) -
                    time_of([&] { kernel<<<1, 32>>>(in, out, 0); })) /
                   warps;
        };
        std::printf("| %d | %.2f | %.2f | %.2f |\n", loads,
                    (of_blocks(blocks) - of_blocks(blocks / 2)) / (blocks / 2),
                    of_warps(warps_in_turn_by_a_word), of_warps(warps_in_turn_by_barriers));
    }
    check(cudaFree(in));
    check(cudaFree(out));
}
