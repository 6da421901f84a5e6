// An array of pointers on the device leads to rows that the host has allocated.
#include <cuda_runtime.h>

#include <cstdio>

__global__ void sum(float* const* rows, int n, int m, float* out) {
    const int r = threadIdx.x;
    if (r >= n) return;
    float s = 0;
    for (int c = 0; c < m; ++c) s += rows[r][c];  // EXPECT host_pointer
    out[r] = s;
}

int main() {
    const int n = 4, m = 8;
    float *rows[n], **d_rows, *out;
    for (float*& row : rows) {
        row = new float[m];
        for (int c = 0; c < m; ++c) row[c] = c;
    }
    cudaMalloc(&d_rows, sizeof rows);
    cudaMalloc(&out, n * sizeof(float));
    cudaMemcpy(d_rows, rows, sizeof rows, cudaMemcpyHostToDevice);
    sum<<<1, 32>>>(d_rows, n, m, out);
    cudaDeviceSynchronize();
    for (float* row : rows) delete[] row;
    cudaFree(d_rows);
    cudaFree(out);
}
