// An asynchronous copy into pinned memory, used without waiting for the stream.
#include <cuda_runtime.h>

#include <cstdio>

__global__ void fill(int* data) {
    data[threadIdx.x] = threadIdx.x;
}

int main() {
    int *host, *data;
    cudaStream_t stream;
    cudaStreamCreate(&stream);
    cudaMallocHost(&host, 64 * sizeof(int));
    cudaMalloc(&data, 64 * sizeof(int));
    fill<<<1, 64, 0, stream>>>(data);
    cudaMemcpyAsync(host, data, 64 * sizeof(int), cudaMemcpyDeviceToHost, stream);
    std::printf("%d\n", host[63]);  // EXPECT unsynchronized_access
    cudaStreamSynchronize(stream);
    cudaStreamDestroy(stream);
    cudaFreeHost(host);
    cudaFree(data);
}
