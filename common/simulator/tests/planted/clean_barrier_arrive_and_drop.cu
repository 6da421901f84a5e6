// Threads that leave the loop early call arrive_and_drop(): they are expected no longer.
#include <cuda_runtime.h>

#include <cstdio>
#include <cuda/barrier>

__global__ void work(float* out, const float* in) {
    __shared__ cuda::barrier<cuda::thread_scope_block> stored;
    __shared__ float tile[64];
    const unsigned int i = blockIdx.x * 64 + threadIdx.x;
    if (threadIdx.x == 0) init(&stored, blockDim.x);
    tile[threadIdx.x] = in[i];
    __syncthreads();
    for (unsigned int half = 32; half > 0; half /= 2) {
        if (threadIdx.x >= half) {
            stored.arrive_and_drop();
            return;
        }
        tile[threadIdx.x] += tile[threadIdx.x + half];
        stored.arrive_and_wait();
    }
    out[blockIdx.x] = tile[0];
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
