// Another stream reads, without waiting, what a stream's first kernel stores; a second kernel of
// the first stream uses it, too.
#include <cuda_runtime.h>

__global__ void first(int* data) {
    data[threadIdx.x] = int(threadIdx.x);  // OTHER race
}

__global__ void second(int* data, int* sum) {
    atomicAdd(sum, data[threadIdx.x]);
}

__global__ void twice(int* to, const int* data) {
    to[threadIdx.x] = 2 * data[threadIdx.x];  // EXPECT race
}

int main() {
    int *data, *sum, *doubled;
    cudaMalloc(&data, 64 * sizeof(int));
    cudaMalloc(&doubled, 64 * sizeof(int));
    cudaMalloc(&sum, sizeof(int));
    cudaMemset(data, 0, 64 * sizeof(int));
    cudaMemset(sum, 0, sizeof(int));
    cudaDeviceSynchronize();
    cudaStream_t working, reading;
    cudaStreamCreate(&working);
    cudaStreamCreate(&reading);
    first<<<1, 64, 0, working>>>(data);
    second<<<1, 64, 0, working>>>(data, sum);
    twice<<<1, 64, 0, reading>>>(doubled, data);
    cudaDeviceSynchronize();
    cudaStreamDestroy(working);
    cudaStreamDestroy(reading);
    cudaFree(data);
    cudaFree(sum);
    cudaFree(doubled);
}
