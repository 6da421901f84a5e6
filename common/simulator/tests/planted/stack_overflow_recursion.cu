// A recursion that never reaches its end.
#include <cuda_runtime.h>

#include <cstdio>

__device__ int depth_of(const int* parent, int node) {                   // EXPECT stack_overflow
    return parent[node] == -1 ? 0 : depth_of(parent, parent[node]) + 1;  // EXPECT stack_overflow
}

__global__ void depths(int* out, const int* parent) {
    out[threadIdx.x] = depth_of(parent, threadIdx.x);
}

int main() {
    int host[4] = {1, 2, 3, 0}, *parent, *out;  // a circle
    cudaMalloc(&parent, sizeof host);
    cudaMalloc(&out, sizeof host);
    cudaMemcpy(parent, host, sizeof host, cudaMemcpyHostToDevice);
    depths<<<1, 4>>>(out, parent);
    std::printf("%s\n", cudaGetErrorString(cudaDeviceSynchronize()));
    cudaFree(parent);
    cudaFree(out);
}
