// A warp scans the sums of four warps. Its other lanes read elements that were never stored, and
// their results are never used.
#include <cuda_runtime.h>

#include <cstdio>

__global__ void sum(const int* in, int* out) {
    __shared__ int sums[32];
    const int warp = threadIdx.x / 32, lane = threadIdx.x % 32;
    int value = in[threadIdx.x];
    for (int step = 16; step > 0; step /= 2) value += __shfl_down_sync(~0u, value, step);
    if (lane == 0) sums[warp] = value;
    __syncthreads();
    if (warp > 0) return;
    value = sums[lane];
    for (int step = 1; step < 4; step *= 2) {
        const int below = __shfl_up_sync(~0u, value, step);
        if (lane >= step) value += below;
    }
    if (lane == 3) *out = value;
}

int main() {
    int host[128], *in, *out;
    for (int i = 0; i < 128; ++i) host[i] = i;
    cudaMalloc(&in, sizeof host);
    cudaMalloc(&out, sizeof(int));
    cudaMemcpy(in, host, sizeof host, cudaMemcpyHostToDevice);
    sum<<<1, 128>>>(in, out);
    cudaMemcpy(host, out, sizeof(int), cudaMemcpyDeviceToHost);
    std::printf("%d\n", host[0]);
    cudaFree(in);
    cudaFree(out);
}
