// A block reverses 256 numbers through shared memory and does not wait in between.
#include <cuda_runtime.h>

#include <cstdio>

__global__ void reverse(int* data) {
    __shared__ int copy[256];
    const int t = threadIdx.x;
    copy[t] = data[t];
    data[t] = copy[255 - t];  // EXPECT race
}

int main() {
    int host[256], *data;
    for (int i = 0; i < 256; ++i) host[i] = i;
    cudaMalloc(&data, sizeof host);
    cudaMemcpy(data, host, sizeof host, cudaMemcpyHostToDevice);
    reverse<<<1, 256>>>(data);
    cudaMemcpy(host, data, sizeof host, cudaMemcpyDeviceToHost);
    std::printf("%d\n", host[0]);
    cudaFree(data);
}
