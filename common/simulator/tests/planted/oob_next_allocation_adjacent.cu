// Reads one element beyond x, where y follows directly: tools on a GPU see no error.
#include <cuda_runtime.h>

#include <cstdio>

__global__ void differences(float* out, const float* x, int n) {
    const int i = threadIdx.x;
    if (i < n) out[i] = x[i + 1] - x[i];  // EXPECT out_of_bounds
}

int main() {
    const int n = 128;
    float *x, *y, *out, host[n];
    cudaMalloc(&x, n * sizeof(float));
    cudaMalloc(&y, n * sizeof(float));
    cudaMalloc(&out, n * sizeof(float));
    cudaMemset(x, 0, n * sizeof(float));
    cudaMemset(y, 0, n * sizeof(float));
    differences<<<1, n>>>(out, x, n);
    cudaMemcpy(host, out, sizeof host, cudaMemcpyDeviceToHost);
    std::printf("%f\n", host[0]);
    cudaFree(x);
    cudaFree(y);
    cudaFree(out);
}
