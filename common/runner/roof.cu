// The read-only kernel for the roof; compiled for either backend with the kit.
#include <cuda_runtime.h>

#include <algorithm>

#include "kit/error.hpp"
#include "runner/roof.hpp"

namespace runner {

namespace {

constexpr int threads = 512;
constexpr int sums_a_multiprocessor = 4;
constexpr int loads_in_flight = 8;              // per thread, of 16 bytes
constexpr int run = threads * loads_in_flight;  // per block: 64 KiB
constexpr int resident_blocks = 2;              // per multiprocessor, of those that go on

int multiprocessors() {
    int device = 0, count = 0;
    CUDA_CHECK(cudaGetDevice(&device));
    CUDA_CHECK(cudaDeviceGetAttribute(&count, cudaDevAttrMultiProcessorCount, device));
    return count;
}

}  // namespace

// A block reads contiguous memory, all of it at once, and ends; or goes on with what lies a whole
// grid further, as long as there is some. One block per multiprocessor suffices (the 1), which
// leaves enough registers for all loads.
__global__ void __launch_bounds__(threads, 1)
    read_all_kernel(const float4* values, size_t count, float* sums, int sum_count) {
    float sum = 0;
    const size_t all_blocks = static_cast<size_t>(gridDim.x) * run;
    for (size_t begin = static_cast<size_t>(blockIdx.x) * run; begin < count; begin += all_blocks) {
        const size_t first = begin + threadIdx.x;
        if (begin + run <= count) {
            float4 loaded[loads_in_flight];
#pragma unroll
            for (int k = 0; k < loads_in_flight; ++k) loaded[k] = values[first + k * threads];
#pragma unroll
            for (int k = 0; k < loads_in_flight; ++k)
                sum += loaded[k].x + loaded[k].y + loaded[k].z + loaded[k].w;
        } else {
            for (size_t i = first; i < count; i += threads)
                sum += values[i].x + values[i].y + values[i].z + values[i].w;
        }
    }
    for (int offset = 16; offset > 0; offset /= 2) sum += __shfl_down_sync(0xffffffff, sum, offset);
    if (threadIdx.x % 32 == 0) atomicAdd(&sums[blockIdx.x % sum_count], sum);
}

int read_all_sums() {
    return multiprocessors() * sums_a_multiprocessor;
}

void read_all(const float* d_values, std::size_t count, float* d_sums, cudaStream_t stream,
              Reading reading) {
    const std::size_t vectors = count / 4, runs = (vectors + run - 1) / run;
    const std::size_t resident = static_cast<std::size_t>(multiprocessors()) * resident_blocks;
    const std::size_t blocks = reading == Reading::in_turns ? std::min(runs, resident) : runs;
    read_all_kernel<<<static_cast<unsigned>(blocks), threads, 0, stream>>>(
        reinterpret_cast<const float4*>(d_values), vectors, d_sums, read_all_sums());
    CUDA_CHECK(cudaGetLastError());
}

}  // namespace runner
