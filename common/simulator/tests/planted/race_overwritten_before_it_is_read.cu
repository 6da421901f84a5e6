// One stream copies an array, and another, which does not wait, overwrites it: the copy may come
// last and find the new values.
// SAYS: launch 1's thread
#include <cuda_runtime.h>

__global__ void copy(int* to, const int* from) {
    to[threadIdx.x] = from[threadIdx.x];  // OTHER race
}

__global__ void advance(int* data) {
    data[threadIdx.x] = 100 + int(threadIdx.x);  // EXPECT race
}

int main() {
    int *now, *saved;
    cudaMalloc(&now, 64 * sizeof(int));
    cudaMalloc(&saved, 64 * sizeof(int));
    cudaMemset(now, 0, 64 * sizeof(int));
    cudaDeviceSynchronize();
    cudaStream_t saving, working;
    cudaStreamCreate(&saving);
    cudaStreamCreate(&working);
    copy<<<1, 64, 0, saving>>>(saved, now);
    advance<<<1, 64, 0, working>>>(now);
    cudaDeviceSynchronize();
    cudaStreamDestroy(saving);
    cudaStreamDestroy(working);
    cudaFree(now);
    cudaFree(saved);
}
