// Copies of 16 bytes begin at a row of 30 floats, of which every second is not aligned to them.
#include <cuda_pipeline.h>
#include <cuda_runtime.h>

__global__ void rows(const float* in, float* out) {
    __shared__ __align__(16) float row[32];
    const int t = threadIdx.x;
    const float* const from = in + 30 * blockIdx.x + 4 * t;
    if (t < 7) __pipeline_memcpy_async(&row[4 * t], from, 16);  // EXPECT misaligned
    __pipeline_commit();
    __pipeline_wait_prior(0);
    __syncthreads();
    if (t < 28) out[blockIdx.x * 28 + t] = row[t];
}

int main() {
    float *in, *out;
    cudaMalloc(&in, 4 * 30 * sizeof(float));
    cudaMalloc(&out, 4 * 28 * sizeof(float));
    cudaMemset(in, 0, 4 * 30 * sizeof(float));
    rows<<<4, 32>>>(in, out);
    cudaDeviceSynchronize();
    cudaFree(in);
    cudaFree(out);
}
