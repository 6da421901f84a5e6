// A stream waits for an event that no one has recorded yet: it waits for nothing.
// NEAR-MISS: argument
#include <cuda_runtime.h>

__global__ void fill(int* x) {
    x[threadIdx.x] = threadIdx.x;  // OTHER race
}

__global__ void reverse(int* y, const int* x) {
    y[threadIdx.x] = x[31 - threadIdx.x];  // EXPECT race
}

int main(int argc, char**) {
    int *x, *y;
    cudaStream_t filling, reversing;
    cudaEvent_t filled;
    cudaStreamCreate(&filling);
    cudaStreamCreate(&reversing);
    cudaEventCreate(&filled);
    cudaMalloc(&x, 32 * sizeof(int));
    cudaMalloc(&y, 32 * sizeof(int));
    cudaMemset(x, 0, 32 * sizeof(int));
    cudaDeviceSynchronize();
    fill<<<1, 32, 0, filling>>>(x);
    if (argc > 1) cudaEventRecord(filled, filling);
    cudaStreamWaitEvent(reversing, filled, 0);
    if (argc == 1) cudaEventRecord(filled, filling);
    reverse<<<1, 32, 0, reversing>>>(y, x);
    cudaDeviceSynchronize();
    cudaEventDestroy(filled);
    cudaStreamDestroy(filling);
    cudaStreamDestroy(reversing);
    cudaFree(x);
    cudaFree(y);
}
