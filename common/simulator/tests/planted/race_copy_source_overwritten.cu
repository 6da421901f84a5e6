// Overwrites what the copy may still have to read.
#include <cuda_pipeline.h>
#include <cuda_runtime.h>

#include <cstdio>

__global__ void work(float* out, float* in) {
    __shared__ float tile[64];
    const unsigned int i = blockIdx.x * 64 + threadIdx.x;
    __pipeline_memcpy_async(&tile[threadIdx.x], &in[i], sizeof(float));
    __pipeline_commit();
    in[i] = 1;  // EXPECT race
    __pipeline_wait_prior(0);
    out[i] = tile[threadIdx.x];
}

int main() {
    float *in, *out, last;
    cudaMalloc(&in, 256 * sizeof(float));
    cudaMalloc(&out, 256 * sizeof(float));
    cudaMemset(in, 0, 256 * sizeof(float));
    cudaMemset(out, 0, 256 * sizeof(float));
    work<<<4, 64>>>(out, in);
    cudaMemcpy(&last, out + 256 - 1, sizeof last, cudaMemcpyDeviceToHost);
    std::printf("%f\n", last);
    cudaFree(in);
    cudaFree(out);
}
