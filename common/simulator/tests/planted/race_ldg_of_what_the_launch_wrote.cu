// Each thread stores its element, and after the barrier another's is read through the read-only
// cache.
// NO WITNESS: the cache that makes the load stale is not simulated
#include <cuda_runtime.h>

#include <cstdio>

__global__ void mirror(float* data, float* out, int n) {
    const int t = threadIdx.x;
    data[t] *= 2;  // EXPECT race
    __syncthreads();
    out[t] = __ldg(&data[n - 1 - t]);  // EXPECT race
}

int main() {
    float host[64], *data, *out;
    for (int i = 0; i < 64; ++i) host[i] = float(i);
    cudaMalloc(&data, sizeof host);
    cudaMalloc(&out, sizeof host);
    cudaMemcpy(data, host, sizeof host, cudaMemcpyHostToDevice);
    mirror<<<1, 64>>>(data, out, 64);
    cudaMemcpy(host, out, sizeof host, cudaMemcpyDeviceToHost);
    std::printf("%g\n", host[0]);
    cudaFree(data);
    cudaFree(out);
}
