// The mask names the lower half: segments of 16 lanes, and a broadcast from a named lane.
#include <cuda_runtime.h>

#include <cstdio>

__global__ void sums(const int* in, int* out) {
    const int t = threadIdx.x;
    int value = in[t];
    if (t < 16) {
        for (int step = 8; step > 0; step /= 2)
            value += __shfl_down_sync(0xffff, value, step, 16);
        value = __shfl_sync(0xffff, value, 0);
    }
    out[t] = value;
}

int main() {
    int host[32], *in, *out;
    for (int i = 0; i < 32; ++i) host[i] = i;
    cudaMalloc(&in, sizeof host);
    cudaMalloc(&out, sizeof host);
    cudaMemcpy(in, host, sizeof host, cudaMemcpyHostToDevice);
    sums<<<1, 32>>>(in, out);
    cudaMemcpy(host, out, sizeof host, cudaMemcpyDeviceToHost);
    std::printf("%d\n", host[0]);
    cudaFree(in);
    cudaFree(out);
}
