// The host reads what a kernel stores in registered memory without waiting for the kernel.
#include <cuda_runtime.h>

#include <cstdio>

static int results[64];

__global__ void number(int* out) {
    out[threadIdx.x] = threadIdx.x;
}

int main() {
    cudaHostRegister(results, sizeof results, cudaHostRegisterMapped);
    int* view;
    cudaHostGetDevicePointer(&view, results, 0);
    number<<<1, 64>>>(view);
    std::printf("%d\n", results[5]);  // EXPECT unsynchronized_access
    cudaDeviceSynchronize();
    cudaHostUnregister(results);
}
