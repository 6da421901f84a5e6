// Double buffering that does not wait for the commit whose tile it reads.
#include <cuda_pipeline.h>
#include <cuda_runtime.h>

#include <cstdio>

__global__ void work(float* out, const float* in) {
    __shared__ float tile[2][64];
    const unsigned int base = blockIdx.x * 256;
    __pipeline_memcpy_async(&tile[0][threadIdx.x], &in[base + threadIdx.x], sizeof(float));
    __pipeline_commit();
    for (int i = 0; i < 4; ++i) {
        if (i + 1 < 4)
            __pipeline_memcpy_async(&tile[(i + 1) % 2][threadIdx.x],  // EXPECT race warning
                                    &in[base + (i + 1) * 64 + threadIdx.x], sizeof(float));
        __pipeline_commit();
        __pipeline_wait_prior(2);
        __syncthreads();
        out[base + i * 64 + threadIdx.x] = tile[i % 2][63 - threadIdx.x];  // EXPECT race
        __syncthreads();
    }
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
