// An asynchronous copy into host memory, read before its stream is waited for.
// NEAR-MISS: argument
#include <cuda_runtime.h>

int main(int argc, char**) {
    int *from, *to;
    cudaStream_t stream;
    cudaStreamCreate(&stream);
    cudaMalloc(&from, 64 * sizeof(int));
    cudaMallocHost(&to, 64 * sizeof(int));
    cudaMemset(from, 0, 64 * sizeof(int));
    cudaMemcpyAsync(to, from, 256, cudaMemcpyDeviceToHost, stream);  // EXPECT unsynchronized_access
    if (argc > 1) cudaStreamSynchronize(stream);
    const int first = to[0];  // OTHER unsynchronized_access
    cudaStreamSynchronize(stream);
    cudaFreeHost(to);
    cudaFree(from);
    cudaStreamDestroy(stream);
    return first;
}
