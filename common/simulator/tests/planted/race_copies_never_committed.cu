// The copies are waited for, but they were never committed: the wait is for nothing.
#include <cuda_pipeline.h>
#include <cuda_runtime.h>

__global__ void reverse(const int* in, int* out) {
    __shared__ int tile[64];
    const int t = threadIdx.x;
    __pipeline_memcpy_async(&tile[t], &in[t], sizeof(int));
    __pipeline_wait_prior(0);
    __syncthreads();
    out[t] = tile[63 - t];  // EXPECT race
}

int main() {
    int *in, *out;
    cudaMalloc(&in, 64 * sizeof(int));
    cudaMalloc(&out, 64 * sizeof(int));
    cudaMemset(in, 0, 64 * sizeof(int));
    reverse<<<1, 64>>>(in, out);
    cudaDeviceSynchronize();
    cudaFree(in);
    cudaFree(out);
}
