// The keys that Thrust sorts are never stored. The header's functions between the call and the
// runtime are for the reader not there, inlined or not.
// NEAR-MISS: argument
#include <thrust/device_ptr.h>
#include <thrust/sort.h>

int main(int argc, char**) {
    const int n = 64;
    int* d_keys;
    cudaMalloc(&d_keys, n * sizeof(int));
    if (argc > 1) cudaMemset(d_keys, 0, n * sizeof(int));
    const thrust::device_ptr<int> keys(d_keys);
    thrust::sort(keys, keys + n);  // EXPECT uninitialized_read
    cudaFree(d_keys);
    return 0;
}
