// A tile with its halo needs two elements more than threads.
#include <cuda_runtime.h>

#include <cstdio>

__global__ void blur(float* out, const float* in, int n) {
    __shared__ float tile[64];
    const int i = blockIdx.x * 64 + threadIdx.x, t = threadIdx.x + 1;
    tile[t] = i < n ? in[i] : 0;  // EXPECT out_of_bounds
    if (threadIdx.x == 0) tile[0] = i > 0 ? in[i - 1] : 0;
    __syncthreads();
    if (i < n) out[i] = (tile[t - 1] + tile[t]) / 2;
}

int main() {
    float host[128], *in, *out;
    cudaMalloc(&in, sizeof host);
    cudaMalloc(&out, sizeof host);
    cudaMemset(in, 0, sizeof host);
    blur<<<2, 64>>>(out, in, 128);
    cudaMemcpy(host, out, sizeof host, cudaMemcpyDeviceToHost);
    std::printf("%f\n", host[0]);
    cudaFree(in);
    cudaFree(out);
}
