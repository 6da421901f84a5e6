// More bytes than were allocated.
// NEAR-MISS: argument
#include <cuda_runtime.h>

#include <vector>

int main(int argc, char**) {
    const std::vector<float> host(1000, 1.0f);
    float* device;
    cudaMalloc(&device, argc > 1 ? 1000 * sizeof(float) : 1000);
    const cudaError_t error =
        cudaMemcpy(device, host.data(), 4000, cudaMemcpyHostToDevice);  // EXPECT bad_copy
    cudaFree(device);
    return error == (argc > 1 ? cudaSuccess : cudaErrorInvalidValue) ? 0 : 1;
}
