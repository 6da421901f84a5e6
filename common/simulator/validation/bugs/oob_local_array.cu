// A thread's own array of eight, indexed by what is found in memory.
#include <cuda_runtime.h>

#include <cstdio>

__global__ void count_digits(int* out, const int* digits, int n) {
    int seen[8] = {};
    for (int i = 0; i < n; ++i) seen[digits[i]]++;  // EXPECT out_of_bounds
    for (int i = 0; i < 8; ++i) out[i] = seen[i];
}

int main() {
    int host[10] = {0, 1, 2, 3, 4, 5, 6, 7, 8, 9}, *digits, *out;
    cudaMalloc(&digits, sizeof host);
    cudaMalloc(&out, 8 * sizeof(int));
    cudaMemcpy(digits, host, sizeof host, cudaMemcpyHostToDevice);
    count_digits<<<1, 1>>>(out, digits, 10);
    cudaMemcpy(host, out, 8 * sizeof(int), cudaMemcpyDeviceToHost);
    std::printf("%d\n", host[0]);
    cudaFree(digits);
    cudaFree(out);
}
