// The default stream waits for blocking streams, so no event is needed.
#include <cuda_runtime.h>

#include <cstdio>

__global__ void produce(int* data) {
    data[threadIdx.x] = threadIdx.x;
}

__global__ void consume(int* out, const int* data) {
    out[threadIdx.x] = 2 * data[threadIdx.x];
}

int main() {
    int host[64], *data, *out;
    cudaStream_t stream;
    cudaStreamCreate(&stream);
    cudaMalloc(&data, sizeof host);
    cudaMalloc(&out, sizeof host);
    produce<<<1, 64, 0, stream>>>(data);
    consume<<<1, 64>>>(out, data);
    cudaMemcpy(host, out, sizeof host, cudaMemcpyDeviceToHost);
    std::printf("%d\n", host[1]);
    cudaStreamDestroy(stream);
    cudaFree(data);
    cudaFree(out);
}
