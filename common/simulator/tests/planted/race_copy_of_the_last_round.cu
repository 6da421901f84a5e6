// Double buffering that waits for all commits but one, in the last round too, where there is only
// one left.
// NEAR-MISS: argument
#include <cuda_pipeline.h>

__global__ void sums(float* out, const float* in, int rounds, bool fixed) {
    __shared__ float tile[2][64];
    const int t = threadIdx.x;
    float sum = 0;
    __pipeline_memcpy_async(&tile[0][t], &in[t], sizeof(float));
    __pipeline_commit();
    for (int r = 0; r < rounds; ++r) {
        const bool more = r + 1 < rounds;
        if (more)
            __pipeline_memcpy_async(&tile[(r + 1) % 2][t],  // OTHER race
                                    &in[(r + 1) * 64 + t], sizeof(float));
        if (more || fixed) __pipeline_commit();
        __pipeline_wait_prior(1);
        __syncthreads();
        sum += tile[r % 2][63 - t];  // EXPECT race
        __syncthreads();
    }
    out[t] = sum;
}

int main(int argc, char**) {
    float *out, *in;
    cudaMalloc(&out, 64 * sizeof(float));
    cudaMalloc(&in, 4 * 64 * sizeof(float));
    cudaMemset(in, 0, 4 * 64 * sizeof(float));
    sums<<<1, 64>>>(out, in, 4, argc > 1);
    cudaDeviceSynchronize();
    cudaFree(out);
    cudaFree(in);
}
