// The host asks whether the stream has ended, and does not look at the answer.
// NEAR-MISS: argument
#include <cuda_runtime.h>

#include <cstdio>

__global__ void square(float* x) { x[threadIdx.x] *= x[threadIdx.x]; }

int main(int argc, char**) {
    float *x, *host;
    cudaMalloc(&x, 32 * sizeof(float));
    cudaMallocHost(&host, 32 * sizeof(float));
    for (int i = 0; i < 32; ++i) host[i] = i;
    cudaStream_t stream;
    cudaStreamCreate(&stream);
    cudaMemcpyAsync(x, host, 32 * sizeof(float), cudaMemcpyHostToDevice, stream);
    square<<<1, 32, 0, stream>>>(x);
    cudaMemcpyAsync(host, x, 32 * sizeof(float), cudaMemcpyDeviceToHost, stream);
    if (argc > 1) {
        while (cudaStreamQuery(stream) == cudaErrorNotReady) {}
        if (cudaGetLastError() != cudaSuccess) return 1;  // not ready is no error
    } else {
        cudaStreamQuery(stream);
    }
    std::printf("%g\n", host[5]);  // EXPECT unsynchronized_access
    cudaStreamSynchronize(stream);
    cudaStreamDestroy(stream);
    cudaFreeHost(host);
    cudaFree(x);
}
