// What an address of constant memory costs: the warps of a multiprocessor read 2 KiB again and
// again, each request with 1 to 32 different addresses. Prints a Markdown table of the time of a
// request, in a warp alone and shared by the warps of a busy multiprocessor. device/time_model.cpp
// takes its constants for constant memory from here.
//
//     nvcc -O3 -std=c++20 -arch=native constants.cu -o constants && ./constants
#include <cuda_runtime.h>

#include <cstdio>
#include <vector>

#include "launch_times.hpp"

constexpr int words = 512, passes = 100;

__constant__ float table[words];

// `group` neighbouring lanes read the same address.
__global__ void read_in_turn(float* out, int group, int times) {
    const int mine = threadIdx.x % 32 / group;
    float sum = 0;
    for (int i = 0; i < times * words; i++) sum += table[(i + mine) % words];
    out[threadIdx.x] = sum;
}

// The difference of a long and a short launch leaves out the launch itself and the first misses.
static double ns_of_a_request(float* out, int threads, int group) {
    const auto of_passes = [&](int times) {
        return time_of([&] { read_in_turn<<<1, threads>>>(out, group, times); });
    };
    const float longer = of_passes(passes + 1) - of_passes(1);
    return 1000. * longer / (passes * words) / (threads / 32);
}

int main() {
    const std::vector<float> values(words, 1);
    check(cudaMemcpyToSymbol(table, values.data(), sizeof table));
    float* out;
    check(cudaMalloc(&out, 1024 * sizeof *out));
    std::printf("| addresses | a warp alone, ns | one of 32 warps, ns | for each address, ns |\n"
                "|---|---|---|---|\n");
    for (const int group : {32, 16, 8, 4, 2, 1}) {
        const int addresses = 32 / group;
        const double alone = ns_of_a_request(out, 32, group);
        const double shared = ns_of_a_request(out, 1024, group);
        std::printf("| %d | %.1f | %.2f | %.2f |\n", addresses, alone, shared, shared / addresses);
    }
    check(cudaFree(out));
}
