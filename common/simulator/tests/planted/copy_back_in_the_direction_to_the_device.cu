// The result is copied back with the direction of the copy to the device.
#include <cuda_runtime.h>

#include <cstdio>

__global__ void fill(int* out) {
    out[threadIdx.x] = threadIdx.x;
}

int main() {
    int host[64] = {}, *out;
    cudaMalloc(&out, sizeof host);
    fill<<<1, 64>>>(out);
    cudaMemcpy(host, out, sizeof host, cudaMemcpyHostToDevice);  // EXPECT bad_copy
    std::printf("%d\n", host[1]);
    cudaFree(out);
}
