// A block of 50 threads: the mask of the last warp's shuffles names the 18 that are there.
#include <cuda_runtime.h>

#include <cstdio>

__global__ void sums(int* out, const int* in) {
    const unsigned mask = __ballot_sync(__activemask(), true);
    const int lane = threadIdx.x % 32;
    int sum = 0;
    for (int other = 0; other < 32; ++other)
        if (mask >> other & 1) sum += __shfl_sync(mask, in[threadIdx.x], other);
    if (lane == 0) out[threadIdx.x / 32] = sum;
}

int main() {
    int host[50], *in, *out;
    for (int i = 0; i < 50; ++i) host[i] = 1;
    cudaMalloc(&in, sizeof host);
    cudaMalloc(&out, 2 * sizeof(int));
    cudaMemcpy(in, host, sizeof host, cudaMemcpyHostToDevice);
    sums<<<1, 50>>>(out, in);
    cudaMemcpy(host, out, 2 * sizeof(int), cudaMemcpyDeviceToHost);
    std::printf("%d %d\n", host[0], host[1]);
    cudaFree(in);
    cudaFree(out);
}
