// A call is to store its result in device memory: the program dies, as it would.
// EXPECT: device_pointer error call
// DIES
#include <cuda_runtime.h>

int main(int argc, char**) {
    int count, *device;
    cudaMalloc(&device, sizeof(int));
    cudaGetDeviceCount(argc > 1 ? &count : device);  // @call
    cudaFree(device);
    return 0;
}
