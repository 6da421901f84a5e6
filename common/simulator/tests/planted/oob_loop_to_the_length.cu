// A loop that includes index n, although n - 1 is the last element.
#include <cuda_runtime.h>

#include <cstdio>

__global__ void sum(float* out, const float* x, int n) {
    float s = 0;
    for (int i = 0; i <= n; ++i) s += x[i];  // EXPECT out_of_bounds
    *out = s;
}

int main() {
    float *x, *out, result;
    cudaMalloc(&x, 128 * sizeof(float));
    cudaMalloc(&out, sizeof(float));
    cudaMemset(x, 0, 128 * sizeof(float));
    sum<<<1, 1>>>(out, x, 128);
    cudaMemcpy(&result, out, sizeof result, cudaMemcpyDeviceToHost);
    std::printf("%f\n", result);
    cudaFree(x);
    cudaFree(out);
}
