// A struct in device memory is to get its array by cudaMalloc, which the host would store there.
// NEAR-MISS: argument
// SAYS: store it on the host and copy it
#include <cuda_runtime.h>

struct Vector {
    float* elements;
    int size;
};

int main(int argc, char**) {
    Vector on_host, *on_device;
    cudaMalloc(&on_device, sizeof(Vector));
    Vector* const vector = argc > 1 ? &on_host : on_device;
    const auto error = cudaMalloc(&vector->elements, 64 * sizeof(float));  // EXPECT device_pointer
    if (argc > 1) cudaFree(on_host.elements);
    cudaFree(on_device);
    return error == (argc > 1 ? cudaSuccess : cudaErrorInvalidValue) ? 0 : 1;
}
