// The two pointers are right, the direction is not.
// NEAR-MISS: argument
#include <cuda_runtime.h>

int main(int argc, char**) {
    float host[16] = {};
    float* device;
    cudaMalloc(&device, sizeof host);
    const cudaMemcpyKind direction = argc > 1 ? cudaMemcpyHostToDevice : cudaMemcpyDeviceToHost;
    cudaMemcpy(device, host, sizeof host, direction);  // EXPECT bad_copy
    cudaFree(device);
    return 0;
}
