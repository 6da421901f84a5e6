// The kernels that generate arrays; compiled for either backend with the kit.
#include <cuda_runtime.h>

#include "kit/error.hpp"
#include "runner/fill.hpp"
#include "runner/random.hpp"

namespace runner {

__global__ void fill_reals_kernel(float* values, size_t count, std::uint64_t stream) {
    const size_t step = static_cast<size_t>(gridDim.x) * blockDim.x;
    for (size_t i = static_cast<size_t>(blockIdx.x) * blockDim.x + threadIdx.x; i < count;
         i += step)
        values[i] = unit(bits_of(stream, i));
}

__global__ void fill_words_kernel(std::uint32_t* words, size_t count, std::uint32_t word) {
    const size_t step = static_cast<size_t>(gridDim.x) * blockDim.x;
    for (size_t i = static_cast<size_t>(blockIdx.x) * blockDim.x + threadIdx.x; i < count;
         i += step)
        words[i] = word;
}

namespace {

constexpr int threads = 256;

unsigned blocks_for(size_t count) {
    constexpr size_t most_blocks = 4096;
    const size_t blocks = (count + threads - 1) / threads;
    return static_cast<unsigned>(blocks < most_blocks ? blocks : most_blocks);
}

}  // namespace

void fill_reals(float* d_values, std::size_t count, std::uint64_t stream) {
    if (count == 0) return;
    fill_reals_kernel<<<blocks_for(count), threads>>>(d_values, count, stream);
    CUDA_CHECK(cudaGetLastError());
}

void fill_words(std::uint32_t* d_words, std::size_t count, std::uint32_t word) {
    if (count == 0) return;
    fill_words_kernel<<<blocks_for(count), threads>>>(d_words, count, word);
    CUDA_CHECK(cudaGetLastError());
}

}  // namespace runner
