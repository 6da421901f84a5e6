// The read-only kernel behind the roof: compiled for either backend with the kit.
#include <cuda_runtime.h>

#include "kit/error.hpp"
#include "runner/roof.hpp"

namespace runner {

namespace {

constexpr int threads = 512;
constexpr int blocks_a_multiprocessor = 4;
constexpr int loads_in_flight = 8;  // a thread's, of 16 bytes: 256 KiB a multiprocessor

}  // namespace

__global__ void read_all_kernel(const float4* values, size_t count, float* sums) {
    const size_t step = static_cast<size_t>(gridDim.x) * blockDim.x;
    size_t i = static_cast<size_t>(blockIdx.x) * blockDim.x + threadIdx.x;
    float sum = 0;
    for (; i + (loads_in_flight - 1) * step < count; i += loads_in_flight * step) {
        float4 loaded[loads_in_flight];
        for (int k = 0; k < loads_in_flight; ++k) loaded[k] = values[i + k * step];
        for (int k = 0; k < loads_in_flight; ++k)
            sum += loaded[k].x + loaded[k].y + loaded[k].z + loaded[k].w;
    }
    for (; i < count; i += step) sum += values[i].x + values[i].y + values[i].z + values[i].w;
    for (int offset = 16; offset > 0; offset /= 2) sum += __shfl_down_sync(0xffffffff, sum, offset);
    if (threadIdx.x % 32 == 0) atomicAdd(&sums[blockIdx.x], sum);
}

int read_all_blocks() {
    int device = 0, multiprocessors = 0;
    CUDA_CHECK(cudaGetDevice(&device));
    CUDA_CHECK(cudaDeviceGetAttribute(&multiprocessors, cudaDevAttrMultiProcessorCount, device));
    return multiprocessors * blocks_a_multiprocessor;
}

void read_all(const float* d_values, std::size_t count, float* d_sums) {
    read_all_kernel<<<read_all_blocks(), threads>>>(reinterpret_cast<const float4*>(d_values),
                                                    count / 4, d_sums);
    CUDA_CHECK(cudaGetLastError());
}

}  // namespace runner
