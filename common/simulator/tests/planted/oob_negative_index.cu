// The left neighbour of element 0.
#include <cuda_runtime.h>

#include <cstdio>

__global__ void smooth(float* out, const float* in, int n) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) out[i] = 0.5f * (in[i - 1] + in[i]);  // EXPECT out_of_bounds
}

int main() {
    float host[64], *in, *out;
    cudaMalloc(&in, sizeof host);
    cudaMalloc(&out, sizeof host);
    cudaMemset(in, 0, sizeof host);
    smooth<<<1, 64>>>(out, in, 64);
    cudaMemcpy(host, out, sizeof host, cudaMemcpyDeviceToHost);
    std::printf("%f\n", host[1]);
    cudaFree(in);
    cudaFree(out);
}
