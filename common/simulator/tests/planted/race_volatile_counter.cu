// Threads count in a volatile variable: it is read and written back each time, but not as one.
#include <cuda_runtime.h>

#include <cstdio>

__global__ void count_even(const int* numbers, int n, volatile int* even) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n && numbers[i] % 2 == 0) *even = *even + 1;  // EXPECT race
}

int main() {
    constexpr int n = 200;
    int *numbers, *even, result;
    cudaMalloc(&numbers, n * sizeof(int));
    cudaMalloc(&even, sizeof(int));
    cudaMemset(numbers, 0, n * sizeof(int));
    cudaMemset(even, 0, sizeof(int));
    count_even<<<2, 128>>>(numbers, n, even);
    cudaMemcpy(&result, even, sizeof result, cudaMemcpyDeviceToHost);
    std::printf("%d\n", result);
    cudaFree(numbers);
    cudaFree(even);
}
