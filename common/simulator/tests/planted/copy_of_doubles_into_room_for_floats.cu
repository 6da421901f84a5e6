// The copy is longer than the allocation.
#include <cuda_runtime.h>

#include <cstdio>

__global__ void double_all(double* data) {
    data[threadIdx.x] *= 2;
}

int main() {
    double host[64] = {}, *data;
    cudaMalloc(&data, 64 * sizeof(float));
    cudaMemcpy(data, host, sizeof host, cudaMemcpyHostToDevice);  // EXPECT bad_copy
    double_all<<<1, 32>>>(data);
    cudaMemcpy(host, data, 32 * sizeof(double), cudaMemcpyDeviceToHost);
    std::printf("%f\n", host[1]);
    cudaFree(data);
}
