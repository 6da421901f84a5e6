// The host waits for an event that was never recorded, which is over at once.
#include <cuda_runtime.h>

#include <cstdio>

__global__ void fill(int* x) { x[threadIdx.x] = threadIdx.x; }

int main() {
    int *x, *host;
    cudaMalloc(&x, 64 * sizeof(int));
    cudaMallocHost(&host, 64 * sizeof(int));
    cudaStream_t stream;
    cudaStreamCreate(&stream);
    cudaEvent_t done;
    cudaEventCreate(&done);
    fill<<<1, 64, 0, stream>>>(x);
    cudaMemcpyAsync(host, x, 64 * sizeof(int), cudaMemcpyDeviceToHost, stream);
    cudaEventSynchronize(done);
    std::printf("%d\n", host[5]);  // EXPECT unsynchronized_access
    cudaStreamSynchronize(stream);
    cudaEventDestroy(done);
    cudaStreamDestroy(stream);
    cudaFreeHost(host);
    cudaFree(x);
}
