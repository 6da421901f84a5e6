// Copy in, work, copy out, in one stream; the host waits for the stream before it looks.
#include <cuda_runtime.h>

#include <cstdio>

__global__ void add_one(int* data) {
    data[threadIdx.x] += 1;
}

int main() {
    int *host, *data;
    cudaStream_t stream;
    cudaStreamCreate(&stream);
    cudaMallocHost(&host, 64 * sizeof(int));
    cudaMalloc(&data, 64 * sizeof(int));
    for (int i = 0; i < 64; ++i) host[i] = i;
    cudaMemcpyAsync(data, host, 64 * sizeof(int), cudaMemcpyHostToDevice, stream);
    add_one<<<1, 64, 0, stream>>>(data);
    cudaMemcpyAsync(host, data, 64 * sizeof(int), cudaMemcpyDeviceToHost, stream);
    cudaStreamSynchronize(stream);
    std::printf("%d\n", host[63]);
    cudaStreamDestroy(stream);
    cudaFreeHost(host);
    cudaFree(data);
}
