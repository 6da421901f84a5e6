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

}  // namespace

void product_by_elements(int m, int n, int k, float* d_C, const float* d_A, const float* d_B) {
    const dim3 threads(32, 8);
    const dim3 blocks((n + threads.x - 1) / threads.x, (m + threads.y - 1) / threads.y);
    elements_kernel<<<blocks, threads>>>({d_A, d_B, m, k, n}, d_C);
}

}  // namespace runner
