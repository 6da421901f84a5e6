// Plain reads of the maximum and of the number left spare most threads the atomic, whose own result
// decides.
#include <cuda_runtime.h>

#include <cstdio>

__device__ int left = 40;

__global__ void take(const int* in, int* largest, int* taken) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (in[i] > *largest)  // EXPECT race warning
        atomicMax(largest, in[i]);
    if (left > 0) {  // EXPECT race warning
        const int before = atomicSub(&left, 1);
        if (before > 0) taken[before - 1] = i;
    }
}

int main() {
    const int n = 256;
    int host[n], *in, *largest, *taken;
    for (int i = 0; i < n; ++i) host[i] = i * 37 % 101;
    cudaMalloc(&in, sizeof host);
    cudaMalloc(&largest, sizeof(int));
    cudaMalloc(&taken, sizeof host);
    cudaMemcpy(in, host, sizeof host, cudaMemcpyHostToDevice);
    cudaMemset(largest, 0, sizeof(int));
    take<<<4, 64>>>(in, largest, taken);
    cudaMemcpy(host, largest, sizeof(int), cudaMemcpyDeviceToHost);
    std::printf("%d\n", host[0]);
    cudaFree(in);
    cudaFree(largest);
    cudaFree(taken);
}
