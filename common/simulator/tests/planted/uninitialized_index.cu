// The permutation was never filled in.
#include <cuda_runtime.h>

#include <cstdio>

__global__ void gather(float* out, const float* in, const int* order) {
    out[threadIdx.x] = in[order[threadIdx.x] & 63];  // EXPECT uninitialized_read
}

int main() {
    float host[64] = {}, *in, *out;
    int* order;
    cudaMalloc(&in, sizeof host);
    cudaMalloc(&out, sizeof host);
    cudaMalloc(&order, 64 * sizeof(int));
    cudaMemcpy(in, host, sizeof host, cudaMemcpyHostToDevice);
    gather<<<1, 64>>>(out, in, order);
    cudaMemcpy(host, out, sizeof host, cudaMemcpyDeviceToHost);
    std::printf("%f\n", host[0]);
    cudaFree(in);
    cudaFree(out);
    cudaFree(order);
}
