// Compiled for either backend with the kit, not with a submission.
#include <cuda_runtime.h>

#include "product.hpp"

namespace runner {

__global__ void product_by_elements_kernel(int m, int n, int k, float* C, const float* A,
                                           const float* B) {
    // BEGIN SOLUTION: let each thread sum one element of C, for the first line of --ladder
    const int i = blockIdx.y * blockDim.y + threadIdx.y;
    const int j = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= m || j >= n) return;
    float sum = 0.0f;
    for (int l = 0; l < k; ++l)
        sum += A[static_cast<size_t>(i) * k + l] * B[static_cast<size_t>(l) * n + j];
    C[static_cast<size_t>(i) * n + j] = sum;
    // END SOLUTION
}

void product_by_elements(int m, int n, int k, float* d_C, const float* d_A, const float* d_B) {
    const dim3 threads(32, 8);
    const dim3 blocks((n + threads.x - 1) / threads.x, (m + threads.y - 1) / threads.y);
    product_by_elements_kernel<<<blocks, threads>>>(m, n, k, d_C, d_A, d_B);
}

}  // namespace runner
