// y is added to before anyone has set it to zero.
#include <cuda_runtime.h>

#include <cstdio>

__global__ void accumulate(float* y, const float* x, int n) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) y[i] += 2 * x[i];  // EXPECT uninitialized_read
}

int main() {
    float host[128], *x, *y;
    cudaMalloc(&x, sizeof host);
    cudaMalloc(&y, sizeof host);
    cudaMemset(x, 0, sizeof host);
    accumulate<<<1, 128>>>(y, x, 128);
    cudaMemcpy(host, y, sizeof host, cudaMemcpyDeviceToHost);
    std::printf("%f\n", host[0]);
    cudaFree(x);
    cudaFree(y);
}
