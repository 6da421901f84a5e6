// Neighbouring bytes belong to different threads, and that is no race.
#include <cuda_runtime.h>

#include <cstdio>

__global__ void invert(unsigned char* image, int n) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) image[i] = 255 - image[i];
}

int main() {
    unsigned char host[150], *image;
    for (int i = 0; i < 150; ++i) host[i] = i;
    cudaMalloc(&image, sizeof host);
    cudaMemcpy(image, host, sizeof host, cudaMemcpyHostToDevice);
    invert<<<3, 50>>>(image, 150);
    cudaMemcpy(host, image, sizeof host, cudaMemcpyDeviceToHost);
    std::printf("%d\n", host[1]);
    cudaFree(image);
}
