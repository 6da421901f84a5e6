// In several blocks and two launches, all threads of a block set one flag to the same value.
// NO WITNESS: all store the same
#include <cuda_runtime.h>

#include <cstdio>

__global__ void any_negative(const int* in, int* out) {
    __shared__ int found;
    if (threadIdx.x == 0) found = 0;
    __syncthreads();
    if (in[blockIdx.x * blockDim.x + threadIdx.x] < 0) found = 1;  // EXPECT race warning
    __syncthreads();
    if (threadIdx.x == 0) out[blockIdx.x] = found;
}

__global__ void mark(int* state) {
    __shared__ int ready;
    ready = 1;  // EXPECT race warning
    if (threadIdx.x == 0) state[blockIdx.x] = 1;
}

int main() {
    int host[256], *in, *out;
    for (int i = 0; i < 256; ++i) host[i] = i % 3 - 1;
    cudaMalloc(&in, sizeof host);
    cudaMalloc(&out, 4 * sizeof(int));
    cudaMemcpy(in, host, sizeof host, cudaMemcpyHostToDevice);
    any_negative<<<4, 64>>>(in, out);
    any_negative<<<4, 64>>>(in, out);
    mark<<<4, 64>>>(out);
    cudaMemcpy(host, out, 4 * sizeof(int), cudaMemcpyDeviceToHost);
    std::printf("%d\n", host[3]);
    cudaFree(in);
    cudaFree(out);
}
