// sizeof of a pointer is 8, so only two floats are copied.
// SAYS: `sizeof(host)` is the size of the pointer, 8 bytes, and not that of its array
#include <cuda_runtime.h>

#include <cstdio>
#include <cstdlib>

__global__ void twice(const float* x, float* y, int n) {
    const int i = threadIdx.x;
    if (i < n) y[i] = 2 * x[i];  // EXPECT uninitialized_read
}

int main() {
    const int n = 64;
    float* const host = static_cast<float*>(std::malloc(n * sizeof(float)));
    for (int i = 0; i < n; ++i) host[i] = i;
    float *x, *y;
    cudaMalloc(&x, n * sizeof(float));
    cudaMalloc(&y, n * sizeof(float));
    cudaMemcpy(x, host, sizeof(host), cudaMemcpyHostToDevice);  // EXPECT bad_copy warning
    twice<<<1, n>>>(x, y, n);
    cudaMemcpy(host, y, n * sizeof(float), cudaMemcpyDeviceToHost);
    std::printf("%f\n", host[3]);
    std::free(host);
    cudaFree(x);
    cudaFree(y);
}
