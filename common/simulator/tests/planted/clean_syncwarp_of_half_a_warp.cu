// The lower half exchanges values, and its mask names only those lanes.
#include <cuda_runtime.h>

#include <cstdio>

__global__ void rotate_half(int* data) {
    __shared__ int s[32];
    const int lane = threadIdx.x;
    s[lane] = data[lane];
    if (lane < 16) {
        __syncwarp(0x0000ffff);
        data[lane] = s[(lane + 1) % 16];
    }
}

int main() {
    int host[32], *data;
    for (int i = 0; i < 32; ++i) host[i] = i;
    cudaMalloc(&data, sizeof host);
    cudaMemcpy(data, host, sizeof host, cudaMemcpyHostToDevice);
    rotate_half<<<1, 32>>>(data);
    cudaMemcpy(host, data, sizeof host, cudaMemcpyDeviceToHost);
    std::printf("%d\n", host[0]);
    cudaFree(data);
}
