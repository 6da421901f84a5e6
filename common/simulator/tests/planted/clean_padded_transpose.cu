// A transpose by tiles with a column of padding that is never accessed.
#include <cuda_runtime.h>

#include <cstdio>

constexpr int tile = 16;

__global__ void transpose(float* out, const float* in, int n) {
    __shared__ float s[tile][tile + 1];
    const int x = blockIdx.x * tile + threadIdx.x, y = blockIdx.y * tile + threadIdx.y;
    if (x < n && y < n) s[threadIdx.y][threadIdx.x] = in[y * n + x];
    __syncthreads();
    const int tx = blockIdx.y * tile + threadIdx.x, ty = blockIdx.x * tile + threadIdx.y;
    if (tx < n && ty < n) out[ty * n + tx] = s[threadIdx.x][threadIdx.y];
}

int main() {
    const int n = 40;
    float *in, *out, host[n * n];
    for (int i = 0; i < n * n; ++i) host[i] = i;
    cudaMalloc(&in, sizeof host);
    cudaMalloc(&out, sizeof host);
    cudaMemcpy(in, host, sizeof host, cudaMemcpyHostToDevice);
    transpose<<<dim3(3, 3), dim3(tile, tile)>>>(out, in, n);
    cudaMemcpy(host, out, sizeof host, cudaMemcpyDeviceToHost);
    std::printf("%f\n", host[1]);
    cudaFree(in);
    cudaFree(out);
}
