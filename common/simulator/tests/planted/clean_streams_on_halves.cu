// Two streams, each working on a half of its own.
#include <cuda_runtime.h>

#include <cstdio>

__global__ void fill(int* data, int value) {
    data[threadIdx.x] = value;
}

int main() {
    int host[128], *data;
    cudaStream_t streams[2];
    cudaMalloc(&data, sizeof host);
    for (int i = 0; i < 2; ++i) {
        cudaStreamCreate(&streams[i]);
        fill<<<1, 64, 0, streams[i]>>>(data + 64 * i, i);
    }
    cudaDeviceSynchronize();
    cudaMemcpy(host, data, sizeof host, cudaMemcpyDeviceToHost);
    std::printf("%d\n", host[64]);
    for (const cudaStream_t stream : streams) cudaStreamDestroy(stream);
    cudaFree(data);
}
