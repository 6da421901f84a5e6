// The kernel's guard leaves out the last elements; nobody else has written them either. The host
// copies all, and adds them up.
// NEAR-MISS: argument
// SAYS: The host reads what it has copied on line 22 from y[60], where nothing has been stored yet
#include <cuda_runtime.h>

#include <cstdio>

__global__ void scale(float* y, const float* x, int n) {
    const int i = threadIdx.x;
    if (i < n) y[i] = 2 * x[i];
}

int main(int argc, char**) {
    const int n = 64;
    float host[n], *x, *y, sum = 0;
    for (int i = 0; i < n; ++i) host[i] = float(i);
    cudaMalloc(&x, sizeof host);
    cudaMalloc(&y, sizeof host);
    cudaMemcpy(x, host, sizeof host, cudaMemcpyHostToDevice);
    scale<<<1, n>>>(y, x, argc > 1 ? n : n - 4);
    cudaMemcpy(host, y, sizeof host, cudaMemcpyDeviceToHost);  // OTHER uninitialized_read
    for (float value : host) sum += value;  // EXPECT uninitialized_read
    std::printf("%g\n", sum);
    cudaFree(x);
    cudaFree(y);
}
