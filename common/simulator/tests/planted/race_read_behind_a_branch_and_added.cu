// Each block adds what it has read of the sum itself: the read is no guard, although a branch lies
// between the two, since its value is what the atomic adds.
#include <cuda_runtime.h>

#include <cstdio>

__global__ void gather(float* v) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    const float s = v[i];  // EXPECT race // OTHER race
    if (threadIdx.x == 0) atomicAdd(&v[0], s);  // EXPECT race // OTHER race
}

int main() {
    const int n = 256;
    float host[n], *v;
    for (int i = 0; i < n; ++i) host[i] = float(i + 1);
    cudaMalloc(&v, sizeof host);
    cudaMemcpy(v, host, sizeof host, cudaMemcpyHostToDevice);
    gather<<<4, 64>>>(v);
    cudaMemcpy(host, v, sizeof host, cudaMemcpyDeviceToHost);
    std::printf("%g\n", host[0]);
    cudaFree(v);
}
