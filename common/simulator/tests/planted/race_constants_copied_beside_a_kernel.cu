// Coefficients in constant memory are copied in one stream and used in another.
// NEAR-MISS: argument
// NO WITNESS: the copy is not in the launch that would be run again
#include <cuda_runtime.h>

__constant__ float coefficients[16];

__global__ void scale(float* y) {
    y[threadIdx.x] = coefficients[threadIdx.x % 16] * 2;  // EXPECT race
}

int main(int argc, char**) {
    float *y, *host;
    cudaStream_t copying, working;
    cudaStreamCreate(&copying);
    cudaStreamCreate(&working);
    cudaMalloc(&y, 64 * sizeof(float));
    cudaMallocHost(&host, sizeof coefficients);
    for (int i = 0; i < 16; ++i) host[i] = i;
    cudaMemcpyToSymbolAsync(coefficients, host, sizeof coefficients, 0,  // OTHER race
                            cudaMemcpyHostToDevice, copying);
    if (argc > 1) cudaStreamSynchronize(copying);
    scale<<<1, 64, 0, working>>>(y);
    cudaDeviceSynchronize();
    cudaStreamDestroy(copying);
    cudaStreamDestroy(working);
    cudaFree(y);
    cudaFreeHost(host);
}
