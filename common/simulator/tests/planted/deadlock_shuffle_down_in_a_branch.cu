// A shuffle whose mask names lanes that wait at the barrier behind the branch.
#include <cuda_runtime.h>

#include <cstdio>

__global__ void sum_of_some(int* out, const int* in) {
    int value = in[threadIdx.x];
    if (threadIdx.x < 16) value += __shfl_down_sync(0xffffffff, value, 8);  // EXPECT deadlock
    __syncthreads();
    out[threadIdx.x] = value;
}

int main() {
    int host[32], *in, *out;
    cudaMalloc(&in, sizeof host);
    cudaMalloc(&out, sizeof host);
    cudaMemset(in, 0, sizeof host);
    sum_of_some<<<1, 32>>>(out, in);
    std::printf("%s\n", cudaGetErrorString(cudaDeviceSynchronize()));
    cudaFree(in);
    cudaFree(out);
}
