// The host expects cudaMemset to wait for the kernel before it; for device memory it does not.
// NEAR-MISS: argument
#include <cuda_runtime.h>

#include <cstdio>

__global__ void number(int* out) {
    out[threadIdx.x] = threadIdx.x;  // OTHER unsynchronized_access
}

int main(int argc, char**) {
    int *managed, *device;
    cudaMallocManaged(&managed, 32 * sizeof(int));
    cudaMalloc(&device, 32 * sizeof(int));
    number<<<1, 32>>>(managed);
    cudaMemset(device, 0, 32 * sizeof(int));
    if (argc > 1) cudaDeviceSynchronize();
    printf("%d\n", managed[31]);  // EXPECT unsynchronized_access
    cudaFree(managed);
    cudaFree(device);
}
