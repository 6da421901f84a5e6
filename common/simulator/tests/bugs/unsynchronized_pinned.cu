// An asynchronous copy into pinned memory, read before its stream is waited for.
// EXPECT: unsynchronized_access error copy read
#include <cuda_runtime.h>

int main(int argc, char**) {
    int *device, *pinned;
    cudaStream_t stream;
    cudaStreamCreate(&stream);
    cudaMalloc(&device, 64 * sizeof(int));
    cudaMallocHost(&pinned, 64 * sizeof(int));
    cudaMemset(device, 0, 64 * sizeof(int));
    cudaMemcpyAsync(pinned, device, 64 * sizeof(int), cudaMemcpyDeviceToHost, stream);  // @copy
    if (argc > 1) cudaStreamSynchronize(stream);
    const int first = pinned[0];  // @read
    cudaStreamSynchronize(stream);
    cudaFreeHost(pinned);
    cudaFree(device);
    cudaStreamDestroy(stream);
    return first;
}
