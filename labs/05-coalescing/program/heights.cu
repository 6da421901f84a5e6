#include <cuda_runtime.h>

#include <stdexcept>

#include "heights.hpp"

namespace runner {

namespace {

constexpr int most_width = 256;
constexpr int start_threads = 256;

int parts(int n, int size) {
    return (n + size - 1) / size;
}

__global__ void start_kernel(int n, float* y, const float* b) {
    // BEGIN SOLUTION: set y[i] to b[i], one thread an element
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) y[i] = b[i];
    // END SOLUTION
}

// A block can have fewer threads than columns, so its threads stage x in turns.
template <int height>
__global__ void multiply_kernel(int n, int m, float* y, const float* A, const float* x, int width) {
    // BEGIN SOLUTION: your block_multiply_kernel, but a block can have fewer threads than columns
    __shared__ float part[most_width];
    const int first = blockIdx.x * width;
    const int i = blockIdx.y * height + threadIdx.x;
    const int count = min(width, m - first);
    for (int k = threadIdx.x; k < count; k += height) part[k] = x[first + k];
    __syncthreads();
    if (i >= n) return;
    float sum = 0;
#pragma unroll 8
    for (int k = 0; k < count; ++k) sum += A[static_cast<size_t>(first + k) * n + i] * part[k];
    atomicAdd(&y[i], sum);
    // END SOLUTION
}

template <int height>
__global__ void transposed_kernel(int n, int m, float* y, const float* A, const float* x,
                                  int width) {
    // BEGIN SOLUTION: your block_multiply_transposed_kernel, changed in the same way
    __shared__ float part[most_width];
    const int first = blockIdx.x * width;
    const int j = blockIdx.y * height + threadIdx.x;
    const int count = min(width, n - first);
    for (int k = threadIdx.x; k < count; k += height) part[k] = x[first + k];
    __syncthreads();
    if (j >= m) return;
    float sum = 0;
    for (int k = 0; k < count; ++k) sum += A[static_cast<size_t>(j) * n + first + k] * part[k];
    atomicAdd(&y[j], sum);
    // END SOLUTION
}

// Calls it with the height as a constant, which a kernel's template needs.
template <class Function>
void with_constant(int height, const Function& function) {
    switch (height) {
        case 128:
            return function.template operator()<128>();
        case 512:
            return function.template operator()<512>();
        case 1024:
            return function.template operator()<1024>();
    }
    throw std::logic_error("a BLOCK_HEIGHT without a kernel");
}

}  // namespace

void multiply_with_height(int height, int n, int m, float* y, const float* A, const float* x,
                          const float* b, int width) {
    start_kernel<<<parts(n, start_threads), start_threads>>>(n, y, b);
    with_constant(height, [&]<int constant>() {
        const dim3 blocks(parts(m, width), parts(n, constant));
        multiply_kernel<constant><<<blocks, constant>>>(n, m, y, A, x, width);
    });
}

void multiply_transposed_with_height(int height, int n, int m, float* y, const float* A,
                                     const float* x, const float* b, int width) {
    start_kernel<<<parts(m, start_threads), start_threads>>>(m, y, b);
    with_constant(height, [&]<int constant>() {
        const dim3 blocks(parts(n, width), parts(m, constant));
        transposed_kernel<constant><<<blocks, constant>>>(n, m, y, A, x, width);
    });
}

bool has_heights() {
    bool written = false;
    // BEGIN SOLUTION: set it once the kernels above are written
    written = true;
    // END SOLUTION
    return written;
}

}  // namespace runner
