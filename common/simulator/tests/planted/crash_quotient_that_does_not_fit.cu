// The least int is divided by -1. A device gives the dividend, and does not stop.
// SAYS: with the dividend as the quotient
// NEAR-MISS: argument
#include <climits>
#include <cuda_runtime.h>

__global__ void divide(int* numbers, int by) {
    numbers[threadIdx.x] = numbers[threadIdx.x] / by;  // EXPECT crash warning
}

int main(int argc, char**) {
    int host[32], *numbers;
    for (int i = 0; i < 32; i++) host[i] = i == 7 ? INT_MIN : i;
    cudaMalloc(&numbers, sizeof host);
    cudaMemcpy(numbers, host, sizeof host, cudaMemcpyHostToDevice);
    divide<<<1, 32>>>(numbers, argc > 1 ? 2 : -1);
    cudaMemcpy(host, numbers, sizeof host, cudaMemcpyDeviceToHost);
    cudaFree(numbers);
    return argc > 1 || (host[7] == INT_MIN && host[5] == -5) ? 0 : 1;
}
