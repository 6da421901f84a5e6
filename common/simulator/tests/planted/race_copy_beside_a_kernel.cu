// An asynchronous copy in one stream of what a kernel in another still writes.
// NO WITNESS: between a launch and another call, which are not run in another order
#include <cuda_runtime.h>

#include <cstdio>

__global__ void produce(int* data) {
    data[threadIdx.x] = threadIdx.x;  // EXPECT race
}

int main() {
    int *host, *data;
    cudaStream_t kernels, copies;
    cudaStreamCreate(&kernels);
    cudaStreamCreate(&copies);
    cudaMallocHost(&host, 64 * sizeof(int));
    cudaMalloc(&data, 64 * sizeof(int));
    cudaMemset(data, 0, 64 * sizeof(int));
    cudaDeviceSynchronize();
    produce<<<1, 64, 0, kernels>>>(data);
    cudaMemcpyAsync(host, data, 64 * sizeof(int), cudaMemcpyDeviceToHost, copies);
    cudaDeviceSynchronize();
    std::printf("%d\n", host[1]);
    cudaStreamDestroy(kernels);
    cudaStreamDestroy(copies);
    cudaFreeHost(host);
    cudaFree(data);
}
