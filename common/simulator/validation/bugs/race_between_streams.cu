// Producer and consumer in two streams that nothing orders.
#include <cuda_runtime.h>

#include <cstdio>

__global__ void produce(int* data) {
    data[threadIdx.x] = threadIdx.x;  // EXPECT race
}

__global__ void consume(int* out, const int* data) {
    out[threadIdx.x] = 2 * data[threadIdx.x];
}

int main() {
    int host[64], *data, *out;
    cudaStream_t first, second;
    cudaStreamCreate(&first);
    cudaStreamCreate(&second);
    cudaMalloc(&data, sizeof host);
    cudaMalloc(&out, sizeof host);
    cudaMemset(data, 0, sizeof host);
    cudaDeviceSynchronize();
    produce<<<1, 64, 0, first>>>(data);
    consume<<<1, 64, 0, second>>>(out, data);
    cudaDeviceSynchronize();
    cudaMemcpy(host, out, sizeof host, cudaMemcpyDeviceToHost);
    std::printf("%d\n", host[1]);
    cudaStreamDestroy(first);
    cudaStreamDestroy(second);
    cudaFree(data);
    cudaFree(out);
}
