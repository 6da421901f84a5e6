// CUB sorts in one stream while another stream copies the sorted keys.
// NEAR-MISS: argument
// NO WITNESS: a call of a library is not run in another order
#include <cub/device/device_radix_sort.cuh>
#include <cuda_runtime.h>

int main(int argc, char**) {
    const int n = 1000;
    const size_t size = n * sizeof(int);
    int *keys, *sorted, *copy;
    cudaMalloc(&keys, size);
    cudaMalloc(&sorted, size);
    cudaMalloc(&copy, size);
    cudaMemset(keys, 0, size);
    cudaDeviceSynchronize();
    cudaStream_t sorts, copies;
    cudaStreamCreateWithFlags(&sorts, cudaStreamNonBlocking);
    cudaStreamCreateWithFlags(&copies, cudaStreamNonBlocking);
    void* storage = nullptr;
    size_t bytes = 0;
    cub::DeviceRadixSort::SortKeys(storage, bytes, keys, sorted, n);
    cudaMalloc(&storage, bytes);
    cub::DeviceRadixSort::SortKeys(storage, bytes, keys, sorted, n, 0, 32, sorts);  // OTHER race
    if (argc > 1) cudaStreamSynchronize(sorts);
    cudaMemcpyAsync(copy, sorted, size, cudaMemcpyDefault, copies);  // EXPECT race
    cudaDeviceSynchronize();
    cudaStreamDestroy(sorts);
    cudaStreamDestroy(copies);
    cudaFree(storage);
    cudaFree(copy);
    cudaFree(sorted);
    cudaFree(keys);
    return 0;
}
