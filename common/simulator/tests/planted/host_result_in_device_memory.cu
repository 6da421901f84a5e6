// A call is to store its result in device memory: the program dies, as it would.
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
