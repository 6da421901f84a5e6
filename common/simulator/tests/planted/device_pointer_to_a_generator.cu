// A generator of random numbers for the host is given the device's memory.
// NEAR-MISS: argument
#include <cuda_runtime.h>
#include <curand.h>

#include <vector>

int main(int argc, char**) {
    const size_t n = 64;
    std::vector<float> on_host(n);
    float* on_device;
    cudaMalloc(&on_device, n * sizeof(float));
    curandGenerator_t generator;
    curandCreateGeneratorHost(&generator, CURAND_RNG_PSEUDO_DEFAULT);
    float* const x = argc > 1 ? on_host.data() : on_device;
    curandGenerateUniform(generator, x, n);  // EXPECT device_pointer
    curandDestroyGenerator(generator);
    cudaFree(on_device);
}
