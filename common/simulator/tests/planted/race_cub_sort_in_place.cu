// CUB's radix sort gets the same array for its keys and for the sorted ones, which it does not
// allow: threads store over keys that others have yet to read.
// NEAR-MISS: argument
// NO WITNESS: a call of a library is not run in another order
#include <cub/device/device_radix_sort.cuh>
#include <cuda_runtime.h>

int main(int argc, char**) {
    const int n = 1000;
    int *keys, *other;
    cudaMalloc(&keys, n * sizeof(int));
    cudaMalloc(&other, n * sizeof(int));
    cudaMemset(keys, 0, n * sizeof(int));
    int* const sorted = argc > 1 ? other : keys;
    void* storage = nullptr;
    size_t bytes = 0;
    cub::DeviceRadixSort::SortKeys(storage, bytes, keys, sorted, n);
    cudaMalloc(&storage, bytes);
    cub::DeviceRadixSort::SortKeys(storage, bytes, keys, sorted, n);  // EXPECT race
    cudaFree(storage);
    cudaFree(other);
    cudaFree(keys);
    return 0;
}
