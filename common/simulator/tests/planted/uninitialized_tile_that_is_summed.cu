// Tiles are loaded beyond the written part, and all of it is summed.
#include <cuda_runtime.h>

#include <cstdio>

__global__ void fill(float* a, int n) {
    if (threadIdx.x < n) a[threadIdx.x] = 1;
}

__global__ void sum(float* out, const float* in) {
    __shared__ float tile[32];
    tile[threadIdx.x] = in[blockIdx.x * 32 + threadIdx.x];  // EXPECT uninitialized_read
    __syncthreads();
    if (threadIdx.x > 0) return;
    float s = 0;
    for (float x : tile) s += x;
    out[blockIdx.x] = s;
}

int main() {
    float host[2], *in, *out;
    cudaMalloc(&in, 64 * sizeof(float));
    cudaMalloc(&out, sizeof host);
    fill<<<1, 64>>>(in, 40);
    sum<<<2, 32>>>(out, in);
    cudaMemcpy(host, out, sizeof host, cudaMemcpyDeviceToHost);
    std::printf("%f\n", host[1]);
    cudaFree(in);
    cudaFree(out);
}
