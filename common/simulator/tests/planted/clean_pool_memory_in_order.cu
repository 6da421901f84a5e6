// Pool memory that goes through two streams, each of which waits for the other; and memory that the
// default stream allocates for a stream that waits for it by itself.
#include <cuda_runtime.h>

#include <cstdio>

__global__ void fill(int* data, int value) {
    data[threadIdx.x] = value;
}

__global__ void add(const int* from, int* to) {
    to[threadIdx.x] += from[threadIdx.x];
}

int main() {
    cudaStream_t one, two;
    cudaEvent_t filled, added;
    cudaStreamCreate(&one);
    cudaStreamCreate(&two);
    cudaEventCreate(&filled);
    cudaEventCreate(&added);
    int *scratch, *result, host[64];
    cudaMallocAsync(&result, sizeof host, 0);
    for (int turn = 0; turn < 3; ++turn) {
        cudaMallocAsync(&scratch, sizeof host, one);
        fill<<<1, 64, 0, one>>>(scratch, turn);
        cudaEventRecord(filled, one);
        cudaStreamWaitEvent(two, filled, 0);
        if (turn == 0) fill<<<1, 64, 0, two>>>(result, 5);
        add<<<1, 64, 0, two>>>(scratch, result);
        cudaEventRecord(added, two);
        cudaStreamWaitEvent(one, added, 0);
        cudaFreeAsync(scratch, one);
    }
    cudaMemcpyAsync(host, result, sizeof host, cudaMemcpyDeviceToHost, two);
    cudaStreamSynchronize(two);
    cudaFreeAsync(result, two);
    cudaDeviceSynchronize();
    std::printf("%d\n", host[7]);
    cudaEventDestroy(filled);
    cudaEventDestroy(added);
    cudaStreamDestroy(one);
    cudaStreamDestroy(two);
}
