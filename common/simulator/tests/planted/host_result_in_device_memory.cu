// A call is given device memory for its result: the program dies, as it would with CUDA.
// NEAR-MISS: argument
// DIES
#include <cuda_runtime.h>

int main(int argc, char**) {
    int count, *device;
    cudaMalloc(&device, sizeof(int));
    cudaGetDeviceCount(argc > 1 ? &count : device);  // EXPECT device_pointer
    cudaFree(device);
    return 0;
}
