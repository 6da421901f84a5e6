// A kernel fills x in one stream, and cuBLAS adds it to y in another, unordered stream.
// NO WITNESS: between a launch and another call, which are not run in another order
#include <cublas_v2.h>
#include <cuda_runtime.h>

__global__ void fill(float* x, int n) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) x[i] = float(i);
}

int main() {
    const int n = 1000;
    float *x, *y;
    cudaMalloc(&x, n * sizeof(float));
    cudaMalloc(&y, n * sizeof(float));
    cudaMemset(y, 0, n * sizeof(float));
    cudaDeviceSynchronize();
    cudaStream_t filling, adding;
    cudaStreamCreate(&filling);
    cudaStreamCreate(&adding);
    cublasHandle_t handle;
    cublasCreate(&handle);
    cublasSetStream(handle, adding);
    const float two = 2;
    fill<<<4, 256, 0, filling>>>(x, n);
    cublasSaxpy(handle, n, &two, x, 1, y, 1);  // EXPECT race
    cudaDeviceSynchronize();
    cublasDestroy(handle);
    cudaStreamDestroy(filling);
    cudaStreamDestroy(adding);
    cudaFree(x);
    cudaFree(y);
    return 0;
}
