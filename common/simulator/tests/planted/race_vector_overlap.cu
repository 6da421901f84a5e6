// A float4 store covers the neighbour's float.
// NEAR-MISS: argument
#include <cuda_runtime.h>

__global__ void mixed(float* data, bool fixed) {
    const int i = threadIdx.x;
    if (i < 16)
        reinterpret_cast<float4*>(data)[i] = make_float4(0, 0, 0, 0);  // EXPECT race
    else if (i < 32)
        data[fixed ? 64 + i : i] = 1;  // OTHER race
}

int main(int argc, char**) {
    float* data;
    cudaMalloc(&data, 128 * sizeof(float));
    mixed<<<1, 32>>>(data, argc > 1);
    cudaDeviceSynchronize();
    cudaFree(data);
}
