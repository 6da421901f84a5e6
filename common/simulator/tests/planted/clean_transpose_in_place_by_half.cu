// Only threads above the diagonal swap, so each pair is swapped by one thread.
#include <cuda_runtime.h>

#include <cstdio>

__global__ void transpose(int* a, int n) {
    const int row = blockIdx.y * blockDim.y + threadIdx.y;
    const int col = blockIdx.x * blockDim.x + threadIdx.x;
    if (col <= row || col >= n) return;
    const int above = a[row * n + col];
    a[row * n + col] = a[col * n + row];
    a[col * n + row] = above;
}

int main() {
    const int n = 32;
    int host[n * n], *a;
    for (int i = 0; i < n * n; ++i) host[i] = i;
    cudaMalloc(&a, sizeof host);
    cudaMemcpy(a, host, sizeof host, cudaMemcpyHostToDevice);
    transpose<<<dim3(2, 2), dim3(16, 16)>>>(a, n);
    cudaMemcpy(host, a, sizeof host, cudaMemcpyDeviceToHost);
    std::printf("%d\n", host[1]);
    cudaFree(a);
}
