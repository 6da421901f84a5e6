// The kernel that generates inputs; compiled for either backend with the kit.
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

void fill_reals(float* d_values, std::size_t count, std::uint64_t stream) {
    constexpr int threads = 256, most_blocks = 4096;
    if (count == 0) return;
    const size_t blocks = (count + threads - 1) / threads;
    fill_reals_kernel<<<static_cast<unsigned>(blocks < most_blocks ? blocks : most_blocks),
                        threads>>>(d_values, count, stream);
    CUDA_CHECK(cudaGetLastError());
}

}  // namespace runner
