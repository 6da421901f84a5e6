// The block copies in two halves and waits for the older one first.
#include <cooperative_groups.h>
#include <cooperative_groups/memcpy_async.h>
#include <cuda_runtime.h>

#include <cstdio>

namespace cg = cooperative_groups;

__global__ void work(float* out, const float* in) {
    __shared__ float first[128], second[128];
    const auto block = cg::this_thread_block();
    const unsigned int base = blockIdx.x * 256;
    cg::memcpy_async(block, first, in + base, sizeof first);
    cg::memcpy_async(block, second, in + base + 128, sizeof second);
    cg::wait_prior<1>(block);
    for (unsigned int i = threadIdx.x; i < 128; i += 64) out[base + i] = first[127 - i];
    cg::wait(block);
    for (unsigned int i = threadIdx.x; i < 128; i += 64) out[base + 128 + i] = second[127 - i];
}

int main() {
    float *in, *out, last;
    cudaMalloc(&in, 1024 * sizeof(float));
    cudaMalloc(&out, 1024 * sizeof(float));
    cudaMemset(in, 0, 1024 * sizeof(float));
    cudaMemset(out, 0, 1024 * sizeof(float));
    work<<<4, 64>>>(out, in);
    cudaMemcpy(&last, out + 1024 - 1, sizeof last, cudaMemcpyDeviceToHost);
    std::printf("%f\n", last);
    cudaFree(in);
    cudaFree(out);
}
