// The host reads device memory without a copy: the program dies, as it would with CUDA.
// NEAR-MISS: argument
// DIES
#include <cuda_runtime.h>

#include <cstdio>

int main(int argc, char**) {
    int* data;
    int first = 0;
    cudaMalloc(&data, 32 * sizeof(int));
    cudaMemset(data, 0, 32 * sizeof(int));
    if (argc > 1)
        cudaMemcpy(&first, data, sizeof first, cudaMemcpyDeviceToHost);
    else
        first = data[0];  // EXPECT device_pointer
    printf("%d\n", first);
    cudaFree(data);
    return 0;
}
