// Past the end of a table that is a __device__ variable.
#include <cuda_runtime.h>

#include <cstdio>

__device__ int table[16] = {0, 1, 4, 9, 16, 25, 36, 49, 64, 81, 100, 121, 144, 169, 196, 225};

__global__ void look_up(int* out) {
    out[threadIdx.x] = table[threadIdx.x];  // EXPECT out_of_bounds
}

int main() {
    int host[32], *out;
    cudaMalloc(&out, sizeof host);
    look_up<<<1, 32>>>(out);
    cudaMemcpy(host, out, sizeof host, cudaMemcpyDeviceToHost);
    std::printf("%d\n", host[3]);
    cudaFree(out);
}
