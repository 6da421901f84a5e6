// The host uses the result where its question says that the work is not done yet.
// NEAR-MISS: argument
#include <cuda_runtime.h>

#include <cstdio>

__global__ void fill(int* x) { x[threadIdx.x] = threadIdx.x; }

int sum_of(const int* x) {
    int sum = 0;
    for (int i = 0; i < 64; ++i) sum += x[i];  // EXPECT unsynchronized_access
    return sum;
}

int main(int argc, char**) {
    int *x, *host;
    cudaMalloc(&x, 64 * sizeof(int));
    cudaMallocHost(&host, 64 * sizeof(int));
    for (int i = 0; i < 64; ++i) host[i] = 0;
    cudaStream_t stream;
    cudaStreamCreate(&stream);
    cudaEvent_t done;
    cudaEventCreate(&done);
    fill<<<1, 64, 0, stream>>>(x);
    cudaMemcpyAsync(host, x, 64 * sizeof(int), cudaMemcpyDeviceToHost, stream);
    cudaEventRecord(done, stream);
    const cudaError_t awaited = argc > 1 ? cudaSuccess : cudaErrorNotReady;
    while (cudaEventQuery(done) != awaited) {}
    std::printf("%d\n", sum_of(host));
    cudaStreamSynchronize(stream);
    cudaEventDestroy(done);
    cudaStreamDestroy(stream);
    cudaFreeHost(host);
    cudaFree(x);
}
