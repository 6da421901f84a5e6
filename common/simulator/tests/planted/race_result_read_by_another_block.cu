// Block 1 reads what block 0 computes in the same launch.
#include <cuda_runtime.h>

#include <cstdio>

__global__ void normalise(float* data, float* largest) {
    if (blockIdx.x == 0 && threadIdx.x == 0) {
        float m = 0;
        for (int i = 0; i < 64; ++i) m = fmaxf(m, data[64 + i]);
        *largest = m;  // EXPECT race
    }
    __syncthreads();
    data[blockIdx.x * 32 + threadIdx.x] /= *largest;
}

int main() {
    float host[128], *data, *largest;
    for (int i = 0; i < 128; ++i) host[i] = i + 1;
    cudaMalloc(&data, sizeof host);
    cudaMalloc(&largest, sizeof(float));
    cudaMemcpy(data, host, sizeof host, cudaMemcpyHostToDevice);
    cudaMemcpy(largest, host, sizeof(float), cudaMemcpyHostToDevice);
    normalise<<<2, 32>>>(data, largest);
    cudaMemcpy(host, data, sizeof host, cudaMemcpyDeviceToHost);
    std::printf("%f\n", host[0]);
    cudaFree(data);
    cudaFree(largest);
}
