// A tile comes by cp.async, and only a barrier comes before it is read: a barrier waits for no
// copy.
#include <cuda_runtime.h>

#include <cstdint>
#include <cstdio>

__device__ void copy_4(float* to, const float* from) {
    const uint32_t shared = static_cast<uint32_t>(__cvta_generic_to_shared(to));
    asm volatile("cp.async.ca.shared.global [%0], [%1], 4;\n" ::"r"(shared), "l"(from));
}

__global__ void reverse(float* out, const float* in) {
    __shared__ float tile[64];
    copy_4(&tile[threadIdx.x], &in[threadIdx.x]);
    asm volatile("cp.async.commit_group;\n" ::);
    __syncthreads();
    out[threadIdx.x] = tile[63 - threadIdx.x];  // EXPECT race
}

int main() {
    float *in, *out, last;
    cudaMalloc(&in, 64 * sizeof(float));
    cudaMalloc(&out, 64 * sizeof(float));
    cudaMemset(in, 0, 64 * sizeof(float));
    reverse<<<1, 64>>>(out, in);
    cudaMemcpy(&last, out, sizeof(float), cudaMemcpyDeviceToHost);
    std::printf("%g\n", last);
    cudaFree(in);
    cudaFree(out);
}
