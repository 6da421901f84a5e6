// More bytes than the constant has.
// NEAR-MISS: argument
// SAYS: It takes 64 bytes of weights, which has 36.
#include <cuda_runtime.h>

__constant__ float weights[9];

int main(int argc, char**) {
    const float host[16] = {};
    const size_t size = argc > 1 ? sizeof weights : sizeof host;
    const cudaError_t error = cudaMemcpyToSymbol(weights, host, size);  // EXPECT bad_copy
    return error == (argc > 1 ? cudaSuccess : cudaErrorInvalidValue) ? 0 : 1;
}
