// The neighbour of the last float4 lies beyond the array, and both are arguments by value.
// NEAR-MISS: argument
#include <cuda_runtime.h>

__device__ float dot(float4 a, float4 b) {
    return a.x * b.x + a.y * b.y + a.z * b.z + a.w * b.w;
}

__global__ void neighbours(float* y, const float4* a, int n) {
    const int i = threadIdx.x;
    y[i] = dot(a[i], a[(i + 1) % n]);  // EXPECT out_of_bounds
}

int main(int argc, char**) {
    const int n = 64;
    float* y;
    float4* a;
    cudaMalloc(&y, n * sizeof(float));
    cudaMalloc(&a, n * sizeof(float4));
    cudaMemset(a, 0, n * sizeof(float4));
    neighbours<<<1, n>>>(y, a, argc > 1 ? n : n + 1);
    const cudaError_t error = cudaDeviceSynchronize();
    cudaFree(y);
    cudaFree(a);
    return error == (argc > 1 ? cudaSuccess : cudaErrorIllegalAddress) ? 0 : 1;
}
