// One column too many is read from a list, and the value is used as an index: one mistake, reported
// once.
#include <cuda_runtime.h>

#include <cstdio>

__global__ void gather(const int* columns, const float* x, float* y, int n) {
    const int i = threadIdx.x;
    float sum = 0;
    for (int k = i; k <= n; k += 32) sum += x[columns[k]];  // EXPECT out_of_bounds
    y[i] = sum;
}

int main() {
    const int n = 96;
    int host[n], *columns;
    float values[n], *x, *y;
    for (int i = 0; i < n; ++i) host[i] = n - 1 - i, values[i] = float(i);
    cudaMalloc(&columns, sizeof host);
    cudaMalloc(&x, sizeof values);
    cudaMalloc(&y, 32 * sizeof(float));
    cudaMemcpy(columns, host, sizeof host, cudaMemcpyHostToDevice);
    cudaMemcpy(x, values, sizeof values, cudaMemcpyHostToDevice);
    gather<<<1, 32>>>(columns, x, y, n);
    cudaMemcpy(values, y, 32 * sizeof(float), cudaMemcpyDeviceToHost);
    std::printf("%g\n", values[0]);
    cudaFree(columns);
    cudaFree(x);
    cudaFree(y);
}
