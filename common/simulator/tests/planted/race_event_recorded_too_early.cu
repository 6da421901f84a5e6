// The event that the second stream waits for is recorded before the kernel it should follow.
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
    cudaEvent_t ready;
    cudaStreamCreate(&first);
    cudaStreamCreate(&second);
    cudaEventCreate(&ready);
    cudaMalloc(&data, sizeof host);
    cudaMalloc(&out, sizeof host);
    cudaMemset(data, 0, sizeof host);
    cudaDeviceSynchronize();
    cudaEventRecord(ready, first);
    produce<<<1, 64, 0, first>>>(data);
    cudaStreamWaitEvent(second, ready, 0);
    consume<<<1, 64, 0, second>>>(out, data);
    cudaDeviceSynchronize();
    cudaMemcpy(host, out, sizeof host, cudaMemcpyDeviceToHost);
    std::printf("%d\n", host[1]);
    cudaEventDestroy(ready);
    cudaStreamDestroy(first);
    cudaStreamDestroy(second);
    cudaFree(data);
    cudaFree(out);
}
