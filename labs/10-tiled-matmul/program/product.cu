// Compiled for either backend with the kit, not with a submission. Students get this file
// unchanged, so it does not use what labs 10 and 12 ask them to write.
#include <cuda_runtime.h>

#include "product.hpp"

namespace runner {

namespace {

struct Factors {
    const float *left, *right;  // height x depth and depth x width
    int height, depth, width;
};

// The sum of `count` products of neighbouring elements with elements that are `apart` apart.
__device__ float dot(const float* neighbours, const float* column, int apart, int count) {
    float sum = 0.0f;
    for (const float* const end = neighbours + count; neighbours < end; column += apart)
        sum += *neighbours++ * *column;
    return sum;
}

__global__ void elements_kernel(Factors factors, float* product) {
    const dim3 at(blockIdx.x * blockDim.x + threadIdx.x, blockIdx.y * blockDim.y + threadIdx.y);
    if (at.x < factors.width && at.y < factors.height)
        product[size_t{at.y} * factors.width + at.x] =
            dot(factors.left + size_t{at.y} * factors.depth, factors.right + at.x, factors.width,
                factors.depth);
}

constexpr int chains = 8;  // of each thread, that do not wait for each other
constexpr int links = 2048;
constexpr int threads_of_roof = 256, blocks_a_multiprocessor = 8;

// The sums stay finite, and are stored if they are what they cannot be.
__global__ void __launch_bounds__(threads_of_roof) multiply_adds_kernel(float factor, float* sink) {
    float sums[chains];
    for (int chain = 0; chain < chains; ++chain) sums[chain] = threadIdx.x + chain;
#pragma unroll 16
    for (int link = 0; link < links; ++link)
        for (int chain = 0; chain < chains; ++chain) sums[chain] = sums[chain] * factor + factor;
    float sum = 0;
    for (int chain = 0; chain < chains; ++chain) sum += sums[chain];
    if (sum < 0) *sink = sum;
}

}  // namespace

double multiply_and_add(float* d_sink) {
    int device = 0, multiprocessors = 0;
    cudaGetDevice(&device);
    cudaDeviceGetAttribute(&multiprocessors, cudaDevAttrMultiProcessorCount, device);
    const int blocks = blocks_a_multiprocessor * multiprocessors;
    multiply_adds_kernel<<<blocks, threads_of_roof>>>(0.5f, d_sink);
    return 2.0 * chains * links * threads_of_roof * blocks;
}

void product_by_elements(int m, int n, int k, float* d_C, const float* d_A, const float* d_B) {
    const dim3 threads(32, 8);
    const dim3 blocks((n + threads.x - 1) / threads.x, (m + threads.y - 1) / threads.y);
    elements_kernel<<<blocks, threads>>>({d_A, d_B, m, k, n}, d_C);
}

}  // namespace runner
