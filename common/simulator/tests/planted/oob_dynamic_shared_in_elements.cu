// The launch asks for as many bytes of shared memory as there are threads, not elements.
#include <cuda_runtime.h>

#include <cstdio>

__global__ void reverse(int* data) {
    extern __shared__ int copy[];
    copy[threadIdx.x] = data[threadIdx.x];  // EXPECT out_of_bounds
    __syncthreads();
    data[threadIdx.x] = copy[blockDim.x - 1 - threadIdx.x];
}

int main() {
    int host[128], *data;
    cudaMalloc(&data, sizeof host);
    cudaMemset(data, 0, sizeof host);
    reverse<<<1, 128, 128>>>(data);
    cudaMemcpy(host, data, sizeof host, cudaMemcpyDeviceToHost);
    std::printf("%d\n", host[0]);
    cudaFree(data);
}
